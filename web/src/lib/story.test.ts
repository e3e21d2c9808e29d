import { expect, test } from 'vitest';
import type { Happened } from './protocol';
import { folded } from './story';

const story = [...'ooooooaoaooooc'].map(
  (kind) => ({ kind: { o: 'outcome', a: 'action', c: 'chat' }[kind], text: kind }) as unknown as Happened,
);
const told = (opened: number[]) => folded(story, opened).map(({ at, folded }) => [at, folded]);

test('what is dealt in one go is one line, and everything else a line each', () => {
  expect(told([])).toEqual([
    [0, 5],
    [6, 0],
    [7, 0],
    [8, 0],
    [9, 3],
    [13, 0],
  ]);
});

test('an opened run is told in full', () => {
  expect(
    told([0])
      .slice(0, 8)
      .map(([at]) => at),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(told([0, 9])).toHaveLength(story.length);
});
