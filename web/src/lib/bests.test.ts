// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { bestsOf, noteResult } from './bests';

beforeEach(() => localStorage.clear());

test('the best result of each way is kept, and how often it was played', () => {
  expect(noteResult('a', { way: 'Alone', value: 31, said: '31 points' }, 'a')).toBeUndefined();
  noteResult('a', { way: 'Alone', value: 28, said: '28 points' }, 'b');
  noteResult('a', { way: 'Level 2', value: 9, said: '9 points' }, 'c');
  expect(bestsOf('a')).toEqual({
    Alone: { value: 31, said: '31 points', played: 2 },
    'Level 2': { value: 9, said: '9 points', played: 1 },
  });
  expect(bestsOf('b')).toEqual({});
});

test('a game that is looked at again counts once', () => {
  noteResult('a', { way: 'Alone', value: 5, said: '5 points' }, 'table 31');
  noteResult('a', { way: 'Alone', value: 5, said: '5 points' }, 'table 31');
  expect(bestsOf('a').Alone?.played).toBe(1);
});

test('where less is better, the least is kept', () => {
  noteResult('a', { way: 'Alone', value: 12, said: '12 turns', fewer: true }, 'd');
  expect(noteResult('a', { way: 'Alone', value: 9, said: '9 turns', fewer: true }, 'e')?.said).toBe('12 turns');
  noteResult('a', { way: 'Alone', value: 20, said: '20 turns', fewer: true }, 'f');
  expect(bestsOf('a').Alone).toEqual({ value: 9, said: '9 turns', played: 3 });
});
