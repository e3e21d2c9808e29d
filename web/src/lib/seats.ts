import { levelName } from './levels';
import type { SeatInfo } from './protocol';

/** The name a seat goes by: its person's, its bot's, or its colour. */
export function nameOf(seats: SeatInfo[], seat: number): string {
  const info = seats[seat];
  if (!info) return '';
  if (info.kind === 'bot') return info.name || levelName(info.level ?? 0);
  return info.name || info.title;
}
