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
