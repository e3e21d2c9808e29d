/** Four tetrahedra and an octahedron with edges of the same length, which fit together to one tetrahedron twice as large. */

type Point = [number, number, number];

export interface Face {
  /** The corners as SVG writes them. */
  points: string;
  kind: 'pawn' | 'die';
  /** How much light falls on it, from 0 to 1. */
  light: number;
  /** How near its middle is to whoever looks. */
  near: number;
}

const SIDE = 2;
const HIGH = SIDE * Math.sqrt(2 / 3) * 2;
/** The corners of the large one: three on the table, one above. */
const CORNERS: Point[] = [
  ...[0, 1, 2].map((at): Point => {
    const turn = (at * 2 * Math.PI) / 3 + 0.42;
    const far = (2 * SIDE) / Math.sqrt(3);
    return [far * Math.cos(turn), far * Math.sin(turn), 0];
  }),
  [0, 0, HIGH],
];
const CENTRE: Point = [0, 0, HIGH / 4];
const TURNS = [
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3],
  [1, 2, 3],
] as const;

const blend = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const middle = (points: Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
  points.reduce((sum, [, , z]) => sum + z, 0) / points.length,
];

const TILT = 0.38;
const SIZE = 0.72;
const LIGHT: Point = [0.35, -0.75, 0.56];
/** The direction to whoever looks: from the front, a little from above. */
const EYE: Point = [0, -Math.cos(TILT), Math.sin(TILT)];
const seen = ([x, y, z]: Point): [number, number] => [
  x * SIZE,
  -((z - CENTRE[2]) * Math.cos(TILT) + y * Math.sin(TILT)) * SIZE,
];

/** The four small tetrahedra, each moved away from the middle by this share of its way out. */
function pawns(apart: number): Point[][] {
  return CORNERS.map((corner, at) => {
    const out = minus(corner, CENTRE);
    const small = CORNERS.map((other, to) => (to === at ? corner : blend(corner, other)));
    return small.map(([x, y, z]): Point => [x + out[0] * apart, y + out[1] * apart, z + out[2] * apart]);
  });
}

/** The die's eight triangles: one against each pawn, and one in the middle of each side of the large one. */
function die(): Point[][] {
  const between = (a: number, b: number): Point => blend(CORNERS[a] ?? CENTRE, CORNERS[b] ?? CENTRE);
  const inner = CORNERS.map((_, at) => [0, 1, 2, 3].filter((other) => other !== at).map((other) => between(at, other)));
  const outer = TURNS.map(([a, b, c]) => [between(a, b), between(b, c), between(a, c)]);
  return [...inner, ...outer];
}

function face(points: Point[], solid: Point[], kind: Face['kind']): Face | null {
  const [a, b, c] = points as [Point, Point, Point];
  let normal = cross(minus(b, a), minus(c, a));
  if (dot(normal, minus(a, middle(solid))) < 0) normal = [-normal[0], -normal[1], -normal[2]];
  if (dot(normal, EYE) <= 1e-6) return null;
  const light = 0.3 + (0.7 * Math.max(0, dot(normal, LIGHT))) / Math.hypot(...normal);
  const drawn = points.map((point) =>
    seen(point)
      .map((value) => value.toFixed(3))
      .join(','),
  );
  return { points: drawn.join(' '), kind, light, near: dot(middle(solid), EYE) };
}

/** What is to be seen of the five solids, the farthest first; `apart` is how far the pawns stand off. */
export function faces(apart: number): Face[] {
  const octahedron = die();
  const found = [
    ...octahedron.map((points) => face(points, octahedron.flat(), 'die')),
    ...pawns(apart).flatMap((solid) =>
      TURNS.map((turn) =>
        face(
          turn.map((at) => solid[at] ?? CENTRE),
          solid,
          'pawn',
        ),
      ),
    ),
  ];
  return found.filter((one) => one !== null).sort((a, b) => a.near - b.near);
}
