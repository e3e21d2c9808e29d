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

/** The mirror image of a stand among the stands of its tile. */
export function flipped(letter: string, stand: number): number {
  const stands = STANDS[letter] ?? [];
  const squares = stands[stand] ?? [];
  const width = 1 + Math.max(...squares.map(([x]) => x));
  const mirrored = squares.map(([x, y]) => [width - 1 - x, y] as Square).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return stands.findIndex((other) => other.join(' ') === mirrored.join(' '));
}

/** The stand a quarter turn on. */
export function turned(letter: string, stand: number): number {
  const stands = STANDS[letter] ?? [];
  const squares = stands[stand] ?? [];
  const width = 1 + Math.max(...squares.map(([x]) => x));
  const next = squares.map(([x, y]) => [y, width - 1 - x] as Square).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return stands.findIndex((other) => other.join(' ') === next.join(' '));
}
