import { expect, test } from 'vitest';
import { standingOf } from './campaign';

test('a saved campaign tells its level and lives', () => {
  const line = 'retro-tetro campaign level=4 lives=2 side=standard attempts=5 state=open';
  expect(standingOf(line)).toEqual({ level: 4, lives: 2, won: false });
  expect(standingOf(line.replace('open', 'won'))?.won).toBe(true);
  expect(standingOf('')).toBeNull();
});
