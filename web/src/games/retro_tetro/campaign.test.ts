import { expect, test } from 'vitest';
import { introductions, standingOf } from './campaign';

test('a saved campaign tells its level and lives', () => {
  const line = 'retro-tetro campaign level=4 lives=2 side=standard attempts=5 state=open';
  expect(standingOf(line)).toEqual({ level: 4, lives: 2, won: false });
  expect(standingOf(line.replace('open', 'won'))?.won).toBe(true);
  expect(standingOf('')).toBeNull();
});

test('levels are introduced in words of their own, each by what is new or has been told least', () => {
  const goal = (counts: string, most = false) => ({ counts, most });
  const told = introductions([
    [goal('columns')],
    [goal('columns', true)],
    [goal('columns')],
    [goal('columns'), goal('coins')],
    [goal('coins'), goal('gold', true)],
    [goal('meeples', true)],
    [],
  ]);
  expect(new Set(told).size).toBe(told.length);
  expect(told[0]).toContain('green line');
  expect(told[3]).toContain('coins');
  expect(told[4]).toContain('trap');
  expect(told.at(-1)).toBe('');
});
