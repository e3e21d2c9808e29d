/** TetraTrax's tiles as they are drawn; letters and stands are those of its notation. */

import { standsOf, type Square } from '../../lib/polyomino';

export const LETTERS = ['D', 'I', 'O', 'T', 'S', 'L'] as const;
export const NAMES: Record<string, string> = { D: 'domino', I: 'I', O: 'O', T: 'T', S: 'S or Z', L: 'L or J' };
export const TILES_A_SIDE = 12;

const PICTURES: Record<string, string[]> = {
  D: ['##'],
  I: ['####'],
  O: ['##', '##'],
  T: ['###', '.#.'],
  S: ['.##', '##.'],
  L: ['###', '#..'],
};

export const STANDS: Record<string, Square[][]> = Object.fromEntries(
  LETTERS.map((letter) => [letter, standsOf(PICTURES[letter] ?? [])]),
);

/** The letter of the tile that covers these squares of the tower. */
export function letterOf(squares: Square[]): string {
  const left = Math.min(...squares.map(([x]) => x));
  const low = Math.min(...squares.map(([, y]) => y));
  const places = new Set(squares.map(([x, y]) => `${x - left} ${y - low}`));
  const covers = (stand: Square[]): boolean =>
    stand.length === places.size && stand.every(([x, y]) => places.has(`${x} ${y}`));
  return LETTERS.find((letter) => STANDS[letter]?.some(covers)) ?? '';
}
