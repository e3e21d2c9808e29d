import { expect, test } from 'vitest';
import { fallen, outline, type Square } from './polyomino';

test('a shape falls until a column below holds it', () => {
  const upsideDownT: Square[] = [
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 1],
  ];
  expect(fallen(upsideDownT, 1, [0, 2, 1, 0, 0])).toEqual([
    [1, 2],
    [2, 1],
    [2, 2],
    [3, 2],
  ]);
});

test('an outline is one closed path around the shape', () => {
  const path = outline(
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
    2,
    0,
    0,
  );
  expect(path.match(/Q/g)).toHaveLength(6);
  expect(path.match(/M/g)).toHaveLength(1);
});
