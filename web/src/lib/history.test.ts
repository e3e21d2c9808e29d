// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { addFinished, finishedGame, finishedGames, removeFinished, type FinishedGame } from './history';

const game = (table: string, plays: number, at: number): FinishedGame => ({
  table,
  plays,
  game: 'tetratrax',
  title: 'TetraTrax',
  seats: [
    { seat: 0, kind: 'person', title: 'White', name: 'Ada', here: true, wins: 3 },
    { seat: 1, kind: 'bot', title: 'Black', name: '', level: 2, here: true },
  ] as FinishedGame['seats'],
  own: [0],
  headline: 'You win 13 : 11',
  at,
});

beforeEach(() => localStorage.clear());

test('games stand with the latest first, and one that is seen again keeps its date', () => {
  addFinished(game('a', 1, 1000));
  addFinished(game('b', 1, 2000));
  addFinished(game('a', 1, 3000));
  expect(finishedGames().map(({ table, at }) => [table, at])).toEqual([
    ['b', 2000],
    ['a', 1000],
  ]);
});

test('each game of a table is one of its own', () => {
  addFinished(game('a', 1, 1000));
  addFinished(game('a', 2, 2000));
  expect(finishedGame('a', 1)?.at).toBe(1000);
  expect(finishedGame('a', null)?.plays).toBe(2);
  expect(finishedGame('a', 3)).toBeUndefined();
  removeFinished(game('a', 1, 0));
  expect(finishedGames().map(({ plays }) => plays)).toEqual([2]);
});

test('a game that was removed comes back with its date, and of a seat only who sat there is kept', () => {
  const first = game('a', 1, 1000);
  addFinished(first);
  removeFinished(first);
  expect(finishedGames()).toEqual([]);
  addFinished(first);
  expect(finishedGames()[0]?.at).toBe(1000);
  expect(finishedGames()[0]?.seats[0]).toEqual({ seat: 0, kind: 'person', title: 'White', name: 'Ada', level: 0 });
});
