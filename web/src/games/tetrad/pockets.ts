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

/** The cards that lie under this one, from the top. */
export function beneath(under: readonly number[], card: number): number[] {
  const cards: number[] = [];
  for (let below = under[card] ?? 0; below; below = under[below] ?? 0) cards.push(below);
  return cards;
}

/** Whether the card is one of these, given as bits. */
export const isIn = (cards: number, card: number): boolean => Math.floor(cards / 2 ** card) % 2 === 1;

/** A walk through all these pockets, from each to a neighbour, that ends where it began. */
export function walkThrough(pockets: readonly Pocket[]): Pocket[] {
  const walk: Pocket[] = [];
  const near = (one: Pocket, other: Pocket): boolean =>
    Math.abs((one.at % 4) - (other.at % 4)) + Math.abs(Math.floor(one.at / 4) - Math.floor(other.at / 4)) === 1;
  const visit = (here: Pocket): void => {
    walk.push(here);
    for (const next of pockets)
      if (near(here, next) && !walk.includes(next)) {
        visit(next);
        walk.push(here);
      }
  };
  if (pockets[0]) visit(pockets[0]);
  return walk;
}

/** What touching a pocket means now: the pocket, or its free space. */
export const placeOf = (play: Play, name: string): string =>
  play.next.has(`free:${name}`) && !play.next.has(`pocket:${name}`) ? `free:${name}` : `pocket:${name}`;
