import { expect, test } from 'vitest';
import { guide } from './guide';

const said = (kinds: string[], ...picked: string[]): string => guide(new Set(kinds), picked, 4);

test('what is done by buttons is not said to go somewhere', () => {
  expect(said(['seat', 'discard'], 'hand:skip')).toBe('Choose who misses a turn, or discard it.');
  expect(said(['board', 'discard'], 'hand:the-bomb')).toBe('Use it, or discard it.');
  expect(said(['discard'], 'hand:7')).toBe('Put it on the discard pile.');
});

test('a card that covers pockets asks for as many as it takes', () => {
  expect(said(['pocket', 'discard'], 'hand:blocker')).toBe('Choose a pocket for it, or discard it.');
  expect(said(['pocket', 'discard'], 'hand:swap-two')).toBe('Choose two pockets, or discard it.');
  expect(said(['pocket'], 'hand:swap-two', 'pocket:A1')).toBe('Choose the other pocket.');
  expect(said(['pocket'], 'turned-up')).toBe('Choose a pocket for it.');
});

test('a claim asks for its four pockets', () => {
  expect(said(['pocket', 'free'], 'claim')).toBe('Touch the pockets of the win: 4 to go.');
  expect(said(['pocket', 'free'], 'claim', 'pocket:A1', 'pocket:B1', 'pocket:C1')).toContain('1 to go');
});

test('where one thing is left to do, it is said', () => {
  expect(said(['used'])).toBe('Discard the used card.');
  expect(said(['used', 'claim'])).toBe('Discard the used card, or claim a win.');
  expect(said(['held-skip'])).toBe('You miss this turn. Discard the SKIP.');
  expect(said(['turned-up'])).toBe('Place the new card.');
  expect(said(['pile'])).toBe('Draw a card.');
  expect(said(['hand'])).toBe('Discard a card, or use one.');
  expect(said(['pattern'])).toBe('Choose which patterns win.');
});
