import { expect, test } from 'vitest';
import { buttonText } from './offer';
import type { SeatInfo } from './protocol';

const seats: SeatInfo[] = [
  { seat: 0, kind: 'person', title: 'Red', name: 'Ada' },
  { seat: 1, kind: 'bot', title: 'Blue' },
];

test('a button names who sits there, and the seat where nobody has a name', () => {
  const skip = { action: 1, notation: 'use skip red', text: 'uses SKIP: Red misses a turn' };
  expect(buttonText(skip, seats)).toBe('Uses SKIP: Ada misses a turn');
  expect(buttonText({ ...skip, text: 'uses SKIP: Blue misses a turn' }, seats)).toBe('Uses SKIP: Blue misses a turn');
});

test('what one says stands alone', () => {
  expect(buttonText({ action: 1, notation: 'NOPE', text: 'says “Nope”' }, seats)).toBe('“Nope”');
});
