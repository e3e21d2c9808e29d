/** Retro Tetro's shapes and arcade board as they are drawn. */

import { standsOf, type Square } from '../../lib/polyomino';
import table from './table.json';

export const COLUMNS = 'ABCDEFGHIJ';
export const ROWS = 12;
export const LINE = table.line;
export const LETTERS = [...table.letters];
export const SHAPE_NAMES: Record<string, string> = Object.fromEntries(
  LETTERS.map((letter, at) => [letter, table.names[at] ?? letter]),
);
export const CARDS = table.cards;
export const OBJECTIVES = table.objectives;

const pictures: Record<string, string[]> = table.pictures;
export const STANDS: Record<string, Square[][]> = Object.fromEntries(
  LETTERS.map((letter) => [letter, standsOf(pictures[letter] ?? [])]),
);

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

/** What is printed on a square: a shape's letter, * gold, a to d a meeple, p a pink space, ! a hazard, or a dot. */
export function printed(row: number, column: number, advanced: boolean): string {
  const added = advanced ? (table.advanced[row]?.[column] ?? '.') : '.';
  return added === '.' ? (table.standard[row]?.[column] ?? '.') : added;
}

/** The halves of a row that bring a coin when they are filled. */
export const halves = (row: number): string[] => table.standard[row]?.slice(COLUMNS.length) ?? [];

export const meeplePoints = (mark: string): number => 'abcd'.indexOf(mark) + 1;
