import { expect, test } from 'vitest';
import type { TableLink } from './link.svelte';
import { ending, headline, outcome } from './result';

function link(
  points: number[],
  winners: number[],
  own: number[],
  standing: Record<string, number>[] = [{ all: 1 }],
): TableLink {
  const seats = points.map((_, seat) => ({ seat, kind: 'person', title: ['White', 'Black', 'Red'][seat], name: '' }));
  return {
    result: { points, winners, reason: '', breakdown: [] },
    seats,
    you: { seats: own },
    standing,
  } as unknown as TableLink;
}

test('who plays is told how it went for them', () => {
  expect(headline(link([11, 13], [1], [0]))).toBe('You lost 11 : 13');
  expect(headline(link([11, 13], [1], [1]))).toBe('You win 13 : 11');
  expect(headline(link([11, 11], [0, 1], [1]))).toBe('It’s a draw, 11 : 11');
  expect(headline(link([-1, 8], [1], [0]))).toBe('You lost −1 : 8');
  expect(headline(link([3, 5, 4], [1], [0]))).toBe('You lost to Black');
  expect(headline(link([5, 5, 4], [0, 1], [0]))).toBe('You and Black win');
});

test('who watches, or plays both sides, is told who has won', () => {
  expect(headline(link([11, 13], [1], []))).toBe('Black wins');
  expect(headline(link([11, 13], [1], [0, 1]))).toBe('Black wins');
  expect(ending(link([11, 13], [1], [0, 1]))).toBeNull();
});

test('points that only say who has won are not told', () => {
  expect(headline(link([-1, 1], [1], [0], []))).toBe('You lost');
  expect(outcome(link([-1, 1], [1], [0], []))).toBe('You lost.');
  expect(outcome(link([2, 4], [1], [0]))).toBe('You lost 2 : 4. Black 4 points, White 2 points.');
});
