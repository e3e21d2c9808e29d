/** TetraTrax's tiles as they are drawn; letters and stands are those of its notation. */

import type { Square } from '../../lib/polyomino';
import type { Facts } from '../facts';

export type Tiles = Facts['tetratrax'];

export const standsOf = ({ tiles }: Tiles): Record<string, Square[][]> =>
  Object.fromEntries(tiles.map(({ letter, stands }) => [letter, stands as unknown as Square[][]]));

/** The tile that covers these squares of the tower, by name. */
export function nameOfTile({ tiles }: Tiles, squares: Square[]): string {
  const left = Math.min(...squares.map(([x]) => x));
  const low = Math.min(...squares.map(([, y]) => y));
  const places = new Set(squares.map(([x, y]) => `${x - left} ${y - low}`));
  const covers = (stand: number[][]): boolean =>
    stand.length === places.size && stand.every(([x, y]) => places.has(`${x} ${y}`));
  return tiles.find(({ stands }) => stands.some(covers))?.name ?? '';
}
