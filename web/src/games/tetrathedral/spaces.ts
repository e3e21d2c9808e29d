/** The hexagon of triangles: 96 spaces in rows A to H, numbered from the left, sides of length 1. */

const HIGH = Math.sqrt(3) / 2;
const ROWS = 'ABCDEFGH';
const SIZES = [9, 11, 13, 15, 15, 13, 11, 9];

export interface Space {
  name: string;
  index: number;
  up: boolean;
  ring: boolean;
  corners: [number, number][];
  x: number;
  y: number;
}

function built(): Space[] {
  const spaces: Space[] = [];
  SIZES.forEach((size, row) => {
    const widens = row < 4;
    const top = (row - 4) * HIGH;
    const bottom = top + HIGH;
    const topLeft = -(widens ? 4 + row : 12 - row) / 2;
    const bottomLeft = topLeft + (widens ? -0.5 : 0.5);
    for (let at = 0; at < size; at++) {
      const up = (at % 2 === 0) === widens;
      const step = Math.floor(at / 2);
      const base = widens ? bottomLeft + step : bottomLeft + step;
      const corners: [number, number][] = up
        ? [
            [base, bottom],
            [base + 1, bottom],
            [base + 0.5, top],
          ]
        : [
            [topLeft + step, top],
            [topLeft + step + 1, top],
            [topLeft + step + 0.5, bottom],
          ];
      spaces.push({
        name: `${ROWS[row]}${at + 1}`,
        index: spaces.length,
        up,
        ring: row === 0 || row === 7 || at < 2 || at >= size - 2,
        corners,
        x: corners.reduce((sum, [x]) => sum + x, 0) / 3,
        y: corners.reduce((sum, [, y]) => sum + y, 0) / 3,
      });
    }
  });
  return spaces;
}

export const SPACES = built();
export const BY_NAME = new Map(SPACES.map((space) => [space.name, space]));
