import { expect, test } from 'vitest';
import { spacesOf } from './spaces';

const facts = {
  rows: [
    ['A1', 'A2', 'A3'],
    ['B1', 'B2', 'B3'],
  ],
  ring: ['A1'],
  formations: [],
  phases: { won: 3, drawn: 4 },
};

test('no two triangles lie on each other, and neighbours in a row share an edge', () => {
  const spaces = spacesOf(facts);
  const centres = new Set(spaces.map((space) => `${space.x.toFixed(3)} ${space.y.toFixed(3)}`));
  expect(centres.size).toBe(6);
  for (const space of spaces) {
    const next = spaces[space.index + 1];
    if (next?.name[0] !== space.name[0] || !next) continue;
    const corners = new Set(space.corners.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`));
    const shared = next.corners.filter(([x, y]) => corners.has(`${x.toFixed(3)} ${y.toFixed(3)}`));
    expect(shared).toHaveLength(2);
  }
});

test('the hexagon lies around its middle', () => {
  const corners = spacesOf(facts).flatMap((space) => space.corners);
  for (const axis of [0, 1] as const) {
    const values = corners.map((corner) => corner[axis]);
    expect(Math.min(...values)).toBeCloseTo(-Math.max(...values));
  }
});
