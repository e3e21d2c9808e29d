import { expect, test } from 'vitest';
import type { Happened, Mark } from './protocol';
import { soundOf } from './sound';

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

test('of several things that could be heard, the greatest is', () => {
  expect(soundOf(happened({ kind: 'fall' }, { kind: 'point', amount: 1 }))).toBe('point');
  expect(soundOf(happened({ kind: 'fall' }))).toBe('fall');
  expect(soundOf(happened({ kind: 'chip' }, { kind: 'foursome' }))).toBe('row');
  expect(soundOf(happened({ kind: 'card', cause: 'steal' }))).toBe('call');
  expect(soundOf(happened())).toBeNull();
});
