/** The board's pockets, where they are drawn, and what lies in them. */

import type { Play } from '../../lib/play.svelte';
import type { View } from '../../lib/protocol';
import type { Box } from './cards';

export interface Pocket {
  at: number;
  /** As touches name it: the same for every viewer. */
  name: string;
  /** As this viewer calls it. */
  called: string;
  column: number;
  row: number;
  x: number;
  y: number;
}

export const CARD = { width: 100, height: 122 };
/** Room for the letters of the columns and the numbers of the rows. */
export const MARGIN = 17;
/** Room for the border of the panels at the right and the bottom. */
export const EDGE = 3;
/** Between cards, at the border, and between the two panels. */
export const GAP = { across: 8, down: 10, border: 4, panels: 14 };

/** By how many quarter turns counter-clockwise this viewer sees the board turned, while the game runs. */
export function sideOf({ claims, sides }: Box, view: View, { eye, over }: Pick<Play, 'eye' | 'over'>): number {
  if (view.claims !== claims.unannounced || eye === null || over) return 0;
  const seats = view.seats as number;
  return sides[seats - 1]?.[(eye - (view.dealer as number) + seats) % seats] ?? 0;
}

/** All pockets, row by row as one sees them from this side. */
export function pocketsOf({ columns }: Box, side = 0): Pocket[] {
  const across = columns.length;
  const nameOf = (row: number, column: number): string => `${columns[column] ?? ''}${row + 1}`;
  const pockets = Array.from({ length: across ** 2 }, (_, at) => {
    let [row, column] = [Math.floor(at / across), at % across];
    const name = nameOf(row, column);
    for (let turn = 0; turn < side; turn++) [row, column] = [across - 1 - column, row];
    const beyond = (side % 2 ? row : column) >= across / 2 ? GAP.panels : 0;
    return {
      at,
      name,
      called: nameOf(row, column),
      column,
      row,
      x: column * (CARD.width + GAP.across) + (side % 2 ? 0 : beyond) + GAP.border,
      y: row * (CARD.height + GAP.down) + (side % 2 ? beyond : 0) + GAP.border,
    };
  });
  return pockets.sort((one, other) => one.row - other.row || one.column - other.column);
}

/** How large the board is, seen from this side. */
export const sizeOf = ({ columns }: Box, side: number): { x: number; y: number } => ({
  x: columns.length * (CARD.width + GAP.across) + (side % 2 ? 0 : GAP.panels),
  y: columns.length * (CARD.height + GAP.down) + GAP.border + (side % 2 ? GAP.panels : 0),
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

/** What touching a pocket means now: the pocket, or its free space, which may also be what a hint or a lesson points at. */
export const placeOf = (play: Play, name: string): string =>
  !play.next.has(`pocket:${name}`) && (play.next.has(`free:${name}`) || play.isHinted(`free:${name}`))
    ? `free:${name}`
    : `pocket:${name}`;
