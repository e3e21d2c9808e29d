// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { forget, givenKey, knownTable, knownTables, remember, type KnownTable } from './memory';

const table = (number: number): KnownTable => ({
  id: `t${number}`,
  game: 'tetrad',
  title: 'TETRAD',
  key: `key of ${number}`,
  who: 'Ada',
  over: false,
  at: number,
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('of more tables than are remembered the oldest are forgotten, and the newest stand first', () => {
  for (let number = 1; number <= 100; number++) remember(table(number));
  const ids = knownTables().map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(20);
  expect(ids.length).toBeLessThan(100);
  expect(ids).toEqual(ids.map((_, place) => `t${100 - place}`));
  expect(knownTable('t100')?.key).toBe('key of 100');
  expect(knownTable('t1')).toBeUndefined();
});

test('a table remembered again stands once, as it is now', () => {
  remember(table(1));
  remember(table(2));
  remember({ ...table(1), at: 3, over: true });
  expect(knownTables().map(({ id, over }) => [id, over])).toEqual([
    ['t1', true],
    ['t2', false],
  ]);
});

test('a table that is forgotten takes no other with it', () => {
  for (const number of [1, 2, 3]) remember(table(number));
  forget('t2');
  expect(knownTables().map(({ id }) => id)).toEqual(['t3', 't1']);
});

test('a browser whose memory is damaged remembers anew', () => {
  localStorage.setItem('tetracade.tables', '{');
  expect(knownTables()).toEqual([]);
  remember(table(1));
  expect(knownTable('t1')?.key).toBe('key of 1');
});

test('the key of a link is kept for its table until another comes', () => {
  expect(givenKey('t1', undefined)).toBeUndefined();
  givenKey('t1', { kind: 'join', key: 'one' });
  expect(givenKey('t1', undefined)).toEqual({ kind: 'join', key: 'one' });
  expect(givenKey('t2', undefined)).toBeUndefined();
  givenKey('t1', { kind: 'watch', key: 'two' });
  expect(givenKey('t1', undefined)).toEqual({ kind: 'watch', key: 'two' });
});
