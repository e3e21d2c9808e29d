/** Retro Tetro's shapes and arcade board as they are drawn. */

import type { Square } from '../../lib/polyomino';
import type { Facts } from '../facts';

export type Box = Facts['retro_tetro'];

export const COLOURS: Record<string, string> = {
  '2': '#e6e6f0',
  '3': '#ffa042',
  V: '#f2606f',
  I: '#2bc9ea',
  O: '#f8d436',
  T: '#b277f0',
  S: '#52cf74',
  L: '#5b8cff',
  P: '#ff5fae',
};

export const standsOf = ({ shapes }: Box): Record<string, Square[][]> =>
  Object.fromEntries(shapes.map(({ letter, stands }) => [letter, stands as unknown as Square[][]]));

/** The shape of a drop, from its number in the view. */
export const letterOf = ({ shapes }: Box, kinds: readonly number[], drop: number): string =>
  shapes[(kinds[drop - 1] ?? 1) - 1]?.letter ?? '';

export const nameOfShape = ({ shapes }: Box, letter: string): string =>
  shapes.find((shape) => shape.letter === letter)?.name ?? letter;

/** What is printed on a square: a shape's letter, * gold, a meeple's letter, p a pink space, ! a hazard, or a dot. */
export function printed({ standard, advanced }: Box, row: number, column: number, isAdvanced: boolean): string {
  const added = isAdvanced ? (advanced[row]?.[column] ?? '.') : '.';
  return added === '.' ? (standard[row]?.[column] ?? '.') : added;
}

/** A half row that brings a coin when it is filled: its squares from this column up to, not including, that one. */
export interface Half {
  from: number;
  to: number;
}

/** The halves of a row that bring a coin. */
export function halvesOf({ columns, halves }: Box, row: number): Half[] {
  const middle = columns.length / 2;
  return (halves[row] ?? []).map((half) =>
    half === 'left' ? { from: 0, to: middle } : { from: middle, to: columns.length },
  );
}

export const meeplePoints = ({ meeples }: Box, mark: string): number => meeples.indexOf(mark) + 1;
