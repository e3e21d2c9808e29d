import { expect, test } from 'vitest';
import { guide } from './guide';

const said = (kinds: string[], ...picked: string[]): string => guide(new Set(kinds), picked);

test('what is done by buttons is not said to go somewhere', () => {
  expect(said(['seat', 'discard'], 'hand:skip')).toBe('choose who misses a turn, or discard it');
  expect(said(['board', 'discard'], 'hand:the-bomb')).toBe('use it, or discard it');
  expect(said(['discard'], 'hand:7')).toBe('put it on the discard pile');
});

test('a card that covers pockets asks for as many as it takes', () => {
  expect(said(['pocket', 'discard'], 'hand:blocker')).toBe('choose a pocket for it, or discard it');
  expect(said(['pocket', 'discard'], 'hand:swap-two')).toBe('choose two pockets, or discard it');
  expect(said(['pocket'], 'hand:swap-two', 'pocket:A1')).toBe('choose the other pocket');
  expect(said(['pocket'], 'turned-up')).toBe('choose a pocket for it');
});

test('a claim asks for its four pockets', () => {
  expect(said(['pocket', 'free'], 'claim')).toBe('touch the pockets of the win: 4 to go');
  expect(said(['pocket', 'free'], 'claim', 'pocket:A1', 'pocket:B1', 'pocket:C1')).toContain('1 to go');
});

test('where one thing is left to do, it is said', () => {
  expect(said(['used'])).toBe('discard the used card');
  expect(said(['used', 'claim'])).toBe('discard the used card, or claim a win');
  expect(said(['held-skip'])).toBe('discard the SKIP: you miss this turn');
  expect(said(['turned-up'])).toBe('place the new card');
  expect(said(['pile'])).toBe('draw a card');
  expect(said(['hand'])).toBe('discard a card, or use one');
  expect(said(['pattern'])).toBe('choose which patterns win');
});
