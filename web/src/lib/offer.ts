import type { Offer, SeatInfo } from './protocol';
import { sentence } from './result';
import { named } from './seats';

/** What an offer does, said of those who sit at the table. */
export const offerText = (offer: Offer, seats: SeatInfo[]): string => named(seats, offer.text || offer.notation);

/** An offer's words on a button: what one says stands alone, without who says it. */
export function buttonText(offer: Offer, seats: SeatInfo[]): string {
  const text = offerText(offer, seats);
  return /^says (“.+”)$/.exec(text)?.[1] ?? sentence(text);
}
