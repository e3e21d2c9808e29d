import { expect, test } from 'vitest';
import { changed } from './changed';

test('a field is replaced, a cell is set where its path leads', () => {
  const before = { turn: 0, coins: [1, 2], board: [[[0, 0]], [[3, 4]]] };
  const after = changed(before, { turn: 1, 'board.1.0.1': 9, 'board.1.0.0': 8, coins: [5] });
  expect(after).toEqual({ turn: 1, coins: [5], board: [[[0, 0]], [[8, 9]]] });
});

test('the old view stays as it was, and what did not change is shared', () => {
  const before = { turn: 0, coins: [1, 2], board: [[0], [3]] };
  const after = changed(before, { 'board.1.0': 9 });
  expect(before).toEqual({ turn: 0, coins: [1, 2], board: [[0], [3]] });
  expect(after.coins).toBe(before.coins);
  expect((after.board as number[][])[0]).toBe(before.board[0]);
});

test('a field told whole may be told on within the same update', () => {
  expect(changed({ coins: [1, 2] }, { coins: [5, 6], 'coins.1': 7 })).toEqual({ coins: [5, 7] });
});
