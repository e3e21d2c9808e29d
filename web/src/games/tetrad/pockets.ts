/** The 4×4 board's pockets, where they are drawn, and what lies in them. */

import type { Play } from '../../lib/play.svelte';

export interface Pocket {
  at: number;
  name: string;
  x: number;
  y: number;
}

export const POCKETS: Pocket[] = Array.from({ length: 16 }, (_, at) => ({
  at,
  name: `${'ABCD'[at % 4]}${Math.floor(at / 4) + 1}`,
  x: (at % 4) * 108 + (at % 4 > 1 ? 14 : 0) + 4,
  y: Math.floor(at / 4) * 132 + 4,
}));

/** How many cards lie under this one. */
export function depth(under: readonly number[], card: number): number {
  let count = 0;
  for (let below = under[card] ?? 0; below; below = under[below] ?? 0) count++;
  return count;
}

/** What touching a pocket means now: the pocket, or its free space. */
export const placeOf = (play: Play, name: string): string =>
  play.next.has(`free:${name}`) && !play.next.has(`pocket:${name}`) ? `free:${name}` : `pocket:${name}`;
