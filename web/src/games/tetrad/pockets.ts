/** The board's pockets, where they are drawn, and what lies in them. */

import type { Play } from '../../lib/play.svelte';
import type { Box } from './cards';

export interface Pocket {
  at: number;
  name: string;
  column: number;
  row: number;
  x: number;
  y: number;
}

export const CARD = { width: 100, height: 122 };
/** Between cards, at the border, and between the two panels. */
export const GAP = { across: 8, down: 10, border: 4, panels: 14 };

/** All pockets, row by row. */
export const pocketsOf = ({ columns }: Box): Pocket[] =>
  Array.from({ length: columns.length ** 2 }, (_, at) => {
    const [column, row] = [at % columns.length, Math.floor(at / columns.length)];
    return {
      at,
      name: `${columns[column] ?? ''}${row + 1}`,
      column,
      row,
      x: column * (CARD.width + GAP.across) + (column >= columns.length / 2 ? GAP.panels : 0) + GAP.border,
      y: row * (CARD.height + GAP.down) + GAP.border,
    };
  });

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
    Math.abs(one.column - other.column) + Math.abs(one.row - other.row) === 1;
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
