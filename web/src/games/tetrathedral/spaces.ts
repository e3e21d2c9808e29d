/** The hexagon of triangles, rows numbered from the left, sides of length 1, its middle at 0 0. */

import type { Facts } from '../facts';

const HIGH = Math.sqrt(3) / 2;

export interface Space {
  name: string;
  index: number;
  up: boolean;
  ring: boolean;
  corners: [number, number][];
  x: number;
  y: number;
}

/** All spaces, in the order of the view's numbers. */
export function spacesOf({ rows, ring }: Facts['tetrathedral']): Space[] {
  const onRing = new Set(ring);
  const spaces: Space[] = [];
  rows.forEach((names, row) => {
    const widens = row < rows.length / 2;
    const [short, long] = [(names.length - 1) / 2, (names.length + 1) / 2]; // its two edges
    const top = (row - rows.length / 2) * HIGH;
    const bottom = top + HIGH;
    const topLeft = -(widens ? short : long) / 2;
    const bottomLeft = -(widens ? long : short) / 2;
    names.forEach((name, at) => {
      const up = (at % 2 === 0) === widens;
      const left = (up ? bottomLeft : topLeft) + Math.floor(at / 2);
      const [base, tip] = up ? [bottom, top] : [top, bottom];
      spaces.push({
        name,
        index: spaces.length,
        up,
        ring: onRing.has(name),
        corners: [
          [left, base],
          [left + 1, base],
          [left + 0.5, tip],
        ],
        x: left + 0.5,
        y: (2 * base + tip) / 3,
      });
    });
  });
  return spaces;
}
