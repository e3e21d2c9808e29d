import { expect, test } from 'vitest';
import type { SeatInfo } from './protocol';
import { ago, dated, rivals, turnOf } from './said';

const NOW = Date.UTC(2026, 10, 18, 12);
const MINUTE = 60_000;

test('it is said how long ago something was, in the largest unit that fits', () => {
  expect(ago(NOW - 20_000, NOW)).toBe('just now');
  expect(ago(NOW + MINUTE, NOW)).toBe('just now'); // a clock that was set back
  expect(ago(NOW - MINUTE, NOW)).toBe('1 minute ago');
  expect(ago(NOW - 119 * MINUTE, NOW)).toBe('1 hour ago');
  expect(ago(NOW - 24 * 60 * MINUTE, NOW)).toBe('yesterday');
  expect(ago(NOW - 72 * 60 * MINUTE, NOW)).toBe('3 days ago');
});

test('a day has its year only if that is another', () => {
  const at = new Date(2026, 4, 3, 14, 5).getTime();
  expect(dated(at, new Date(2026, 6, 1).getTime())).toBe('3 May, 14:05');
  expect(dated(at, new Date(2027, 6, 1).getTime())).toBe('3 May 2026, 14:05');
});

const seat = (at: number, kind: SeatInfo['kind'], name = '', level = 0): SeatInfo => ({
  seat: at,
  kind,
  title: ['Red', 'Blue', 'Green', 'Gold'][at] ?? '',
  name,
  level,
});

test('rivals are people by name, bots by how many of which level, and open seats', () => {
  const seats = [seat(0, 'person', 'Ada'), seat(1, 'bot', '', 3), seat(2, 'bot', '', 3), seat(3, 'bot', '', 4)];
  expect(rivals(seats, [0])).toBe('2 Skilled bots and an Expert bot');
  expect(rivals([seat(0, 'person', 'Ada'), seat(1, 'person', 'Bo'), seat(2, 'open')], [0])).toBe('Bo and an open seat');
  expect(rivals([seat(0, 'person', 'Ada'), seat(1, 'person', 'Bo')], [0, 1])).toBe('Ada and Bo');
  expect(rivals([seat(0, 'person', 'Ada')], [0])).toBe('');
});

test('whose turn it is depends on who asks', () => {
  const seats = [seat(0, 'person', 'Ada'), seat(1, 'person', 'Bo'), seat(2, 'bot', '', 1)];
  expect(turnOf(seats, [0], [0])).toBe('Your turn');
  expect(turnOf(seats, [1], [0])).toBe('Bo’s turn');
  expect(turnOf(seats, [2], [0])).toBe('Green’s turn');
  expect(turnOf(seats, [1], [0, 1])).toBe('Bo’s turn');
  expect(turnOf(seats, [], [0])).toBe('Waiting for answers');
});
