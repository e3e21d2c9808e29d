import type { SeatInfo } from './protocol';

/** The name a seat goes by: its person's, or the game's own name for it. */
export function nameOf(seats: SeatInfo[], seat: number): string {
  const info = seats[seat];
  if (!info) return '';
  return info.name || info.title;
}
