/** Shapes of squares, their stands, and how to draw them; squares are [column, row], row 0 at the bottom. */

export type Square = readonly [number, number];

export const widthOf = (squares: readonly Square[]): number => 1 + Math.max(...squares.map(([x]) => x));
export const heightOf = (squares: readonly Square[]): number => 1 + Math.max(...squares.map(([, y]) => y));

/** Where a shape let go above this column would lie, for the ghost; the server says what counts. */
export function fallen(squares: readonly Square[], column: number, heights: readonly number[]): Square[] {
  let base = 0;
  for (const [x, y] of squares) base = Math.max(base, (heights[column + x] ?? 0) - y);
  return squares.map(([x, y]) => [column + x, base + y] as const);
}

/** A shape's outline as an SVG path with rounded corners, squares of side 1, rows going down from `top`. */
export function outline(squares: readonly Square[], top: number, inset = 0.04, round = 0.16): string {
  const filled = new Set(squares.map(([x, y]) => `${x},${y}`));
  const has = (x: number, y: number): boolean => filled.has(`${x},${y}`);
  // Directed edges with the shape on their right, in drawing coordinates.
  const edges = new Map<string, [number, number][]>();
  const add = (x1: number, y1: number, x2: number, y2: number): void => {
    const key = `${x1},${y1}`;
    edges.set(key, [...(edges.get(key) ?? []), [x2, y2]]);
  };
  for (const [x, y] of squares) {
    const up = top - 1 - y;
    if (!has(x, y + 1)) add(x, up, x + 1, up);
    if (!has(x + 1, y)) add(x + 1, up, x + 1, up + 1);
    if (!has(x, y - 1)) add(x + 1, up + 1, x, up + 1);
    if (!has(x - 1, y)) add(x, up + 1, x, up);
  }
  let path = '';
  while (edges.size) {
    const start = edges.keys().next().value as string;
    const loop: [number, number][] = [];
    let at = start;
    do {
      const ways = edges.get(at) ?? [];
      const next = ways.pop() as [number, number];
      if (ways.length === 0) edges.delete(at);
      loop.push(at.split(',').map(Number) as [number, number]);
      at = next.join(',');
    } while (at !== start);
    path += rounded(loop, inset, round);
  }
  return path;
}

function rounded(loop: [number, number][], inset: number, round: number): string {
  const corners = loop.filter((point, at) => {
    const before = loop[(at + loop.length - 1) % loop.length] as [number, number];
    const after = loop[(at + 1) % loop.length] as [number, number];
    return before[0] - point[0] !== point[0] - after[0] || before[1] - point[1] !== point[1] - after[1];
  });
  const moved = corners.map((point, at) => {
    const before = corners[(at + corners.length - 1) % corners.length] as [number, number];
    const after = corners[(at + 1) % corners.length] as [number, number];
    const come = [Math.sign(point[0] - before[0]), Math.sign(point[1] - before[1])] as const;
    const go = [Math.sign(after[0] - point[0]), Math.sign(after[1] - point[1])] as const;
    // The inside lies to the right of every edge: shift by both edges' inward normals.
    return { x: point[0] + inset * (-come[1] - go[1]), y: point[1] + inset * (come[0] + go[0]), come, go };
  });
  const parts = moved.map(({ x, y, come, go }, at) => {
    const from = `${(x - come[0] * round).toFixed(3)} ${(y - come[1] * round).toFixed(3)}`;
    const to = `${(x + go[0] * round).toFixed(3)} ${(y + go[1] * round).toFixed(3)}`;
    return `${at ? 'L' : 'M'}${from}Q${x.toFixed(3)} ${y.toFixed(3)} ${to}`;
  });
  return `${parts.join('')}Z`;
}

const sorted = (squares: Square[]): string => [...squares].sort((a, b) => a[0] - b[0] || a[1] - b[1]).join(' ');

/** The stand a quarter turn on from this one. */
export function turned(stands: readonly Square[][], stand: number): number {
  const squares = stands[stand] ?? [];
  const width = widthOf(squares);
  const next = sorted(squares.map(([x, y]) => [y, width - 1 - x] as const));
  return stands.findIndex((other) => sorted(other) === next);
}

/** The stand that is this one's mirror image. */
export function flipped(stands: readonly Square[][], stand: number): number {
  const squares = stands[stand] ?? [];
  const width = widthOf(squares);
  const next = sorted(squares.map(([x, y]) => [width - 1 - x, y] as const));
  return stands.findIndex((other) => sorted(other) === next);
}
