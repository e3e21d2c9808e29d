import { expect, test } from 'vitest';
import type { Happened, SeatInfo } from './protocol';
import { againOf, playersOf, told } from './seats';

const seats: SeatInfo[] = [
  { seat: 0, kind: 'person', title: 'Player 1', name: 'Ada' },
  { seat: 1, kind: 'bot', title: 'Player 2' },
];
const line = (kind: Happened['kind'], text: string): Happened => ({
  kind,
  text,
  seat: -1,
  seen: true,
  action: -1,
  notation: '',
  touches: [],
});

test('what happened to a seat is told of who sits there', () => {
  expect(told(seats, line('outcome', 'Player 1 is dealt a card'))).toBe('Ada is dealt a card');
  expect(told(seats, line('outcome', 'Player 2 gives Player 1 a card'))).toBe('Player 2 gives Ada a card');
});

test('where seats are called by colours, only a colour that is a seat is a name', () => {
  const colours: SeatInfo[] = [
    { seat: 0, kind: 'person', title: 'Red', name: 'Blue' },
    { seat: 1, kind: 'person', title: 'Blue', name: 'Ada' },
  ];
  expect(told(colours, line('outcome', "Red's card is RED SEA"))).toBe("Blue's card is RED SEA");
  expect(told(colours, line('action', "captures Blue's pawn"))).toBe("captures Ada's pawn");
});

test('a seat that is not there, and what people say, stay as they are', () => {
  expect(told(seats, line('outcome', 'Player 3 is dealt a card'))).toBe('Player 3 is dealt a card');
  expect(told(seats, line('chat', 'Player 1 is me'))).toBe('Player 1 is me');
});

test('how many play leaves out what is impossible', () => {
  expect(playersOf([2])).toBe('2 players');
  expect(playersOf([1, 2, 3, 4])).toBe('1–4 players');
  expect(playersOf([2, 3, 4, 6, 8])).toBe('2–4, 6 or 8 players');
});

test('at the next table one keeps one’s own seats and bots their level, and others are invited', () => {
  const sat: SeatInfo[] = [
    { seat: 0, kind: 'person', title: 'Player 1', name: 'Ada' },
    { seat: 1, kind: 'bot', title: 'Player 2', level: 4 },
    { seat: 2, kind: 'person', title: 'Player 3', name: 'Grace' },
  ];
  expect(againOf(sat, [2])).toEqual([{ kind: 'open' }, { kind: 'bot', level: 4 }, { kind: 'here', name: 'Grace' }]);
});
