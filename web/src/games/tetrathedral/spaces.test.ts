import { expect, test } from 'vitest';
import { SPACES } from './spaces';

test('96 spaces, 42 of them on the outer ring', () => {
  expect(SPACES).toHaveLength(96);
  expect(SPACES.filter((space) => space.ring)).toHaveLength(42);
});

test('no two triangles lie on each other, and neighbours in a row share an edge', () => {
  const centres = new Set(SPACES.map((space) => `${space.x.toFixed(3)} ${space.y.toFixed(3)}`));
  expect(centres.size).toBe(96);
  for (const space of SPACES) {
    const next = SPACES[space.index + 1];
    if (next?.name[0] !== space.name[0] || !next) continue;
    const corners = new Set(space.corners.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`));
    const shared = next.corners.filter(([x, y]) => corners.has(`${x.toFixed(3)} ${y.toFixed(3)}`));
    expect(shared).toHaveLength(2);
  }
});
