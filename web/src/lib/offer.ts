import type { Offer } from './protocol';
import { sentence } from './result';

/** An offer's words on a button: what one says stands alone, without who says it. */
export function buttonText(offer: Offer): string {
  const text = offer.text || offer.notation;
  return /^says (“.+”)$/.exec(text)?.[1] ?? sentence(text);
}
