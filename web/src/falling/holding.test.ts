import { expect, test, vi } from 'vitest';
import { Play } from '../lib/play.svelte';
import type { Square } from '../lib/polyomino';
import { Holding } from './holding.svelte';

const SQUARE: Square[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
];
const LOW = [0, 0, 0, 0];

function held() {
  const play = new Play(vi.fn(), vi.fn());
  const column = (letter: string) => ['tile:O', 'stand:O1', `column:${letter}`];
  play.setOffers([...'AB'].map((letter, action) => ({ action, notation: letter, touches: column(letter) })));
  const holding = new Holding(play, 'tile', { O: [SQUARE] }, 'ABCD');
  holding.take('O');
  return { play, holding };
}

test('a ghost shows whether the shape fits where one points', () => {
  const { play, holding } = held();
  play.hovered = 'column:A';
  expect(holding.ghost(LOW)).toEqual({ squares: SQUARE, fits: true });
  play.hovered = 'column:C';
  expect(holding.ghost(LOW)?.fits).toBe(false);
});

test('a shape that was sent is shown where it was sent to, wherever one points meanwhile', () => {
  const { play, holding } = held();
  play.hovered = 'column:A';
  play.touch('column:A', false);
  expect(play.busy).toBe(true);
  expect(holding.ghost(LOW)).toEqual({ squares: SQUARE, fits: true });
  play.hovered = 'column:C';
  expect(holding.ghost(LOW)).toEqual({ squares: SQUARE, fits: true });
});
