import { expect, test } from 'vitest';
import type { Happened, Mark } from './protocol';
import { SOUNDS, soundOf, type Note } from './sound';

const happened = (...marks: Partial<Mark>[]): Happened => ({
  kind: 'action',
  seat: 0,
  text: '',
  seen: true,
  action: 1,
  notation: '',
  touches: [],
  marks: marks.map((mark) => ({ kind: '', place: '', amount: 0, cause: '', thing: '', path: [], hits: -1, ...mark })),
});

const heard = (...marks: Partial<Mark>[]) => soundOf(happened(...marks))?.name;
const after = (...marks: Partial<Mark>[]) => soundOf(happened(...marks))?.after;

test('of several things that could be heard, the greatest is', () => {
  expect(heard({ kind: 'fall' }, { kind: 'point', amount: 1 })).toBe('point');
  expect(heard({ kind: 'fall' })).toBe('place');
  expect(heard({ kind: 'chip' }, { kind: 'foursome' })).toBe('row');
  expect(heard({ kind: 'card', cause: 'steal' })).toBe('call');
  expect(heard()).toBeUndefined();
});

test('what falls is heard when it lands, with its points, and a chip when it lies', () => {
  expect(after({ kind: 'fall' })).toBeGreaterThan(0.5);
  expect(after({ kind: 'fall' }, { kind: 'point', amount: 1 })).toBe(after({ kind: 'fall' }));
  expect(after({ kind: 'chip' })).toBeGreaterThan(0.5);
  expect(after({ kind: 'roll' })).toBe(0);
});

test('there are ten sounds, all of them short', () => {
  const all: Note[][] = Object.values(SOUNDS);
  expect(all).toHaveLength(10);
  for (const notes of all) expect(notes.reduce((sum, [, lasts]) => sum + lasts, 0)).toBeLessThan(700);
});
