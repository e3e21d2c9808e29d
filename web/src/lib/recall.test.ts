import { expect, test } from 'vitest';
import type { GameInfo, Happened, TableInfo } from './protocol';
import { isFromMemory, sinceOwnTurn } from './recall';

const line = (seat: number, text: string): Happened => ({
  kind: seat < 0 ? 'outcome' : 'action',
  seat,
  text,
  seen: true,
  action: 0,
  notation: '',
  touches: [],
});
const STORY = [
  line(-1, 'dealt'),
  line(0, 'draws'),
  line(0, 'discards'),
  line(1, 'draws'),
  line(-1, 'gets a card'),
  line(1, 'discards'),
  line(2, 'takes'),
  line(2, 'discards'),
];
const said = (story: Happened[]): string => story.map(({ seat, text }) => `${seat} ${text}`).join('; ');

test('who waits is told what happened since their own turn, and not that turn', () => {
  expect(said(sinceOwnTurn(STORY, 1, false))).toBe('2 takes; 2 discards');
  expect(said(sinceOwnTurn(STORY, 2, false))).toBe('');
});

test('whose turn it is goes on being told what happened since the turn before', () => {
  expect(said(sinceOwnTurn(STORY, 0, true))).toBe('1 draws; -1 gets a card; 1 discards; 2 takes; 2 discards');
  const drawn = [...STORY, line(0, 'draws'), line(-1, 'gets ARK')];
  expect(said(sinceOwnTurn(drawn, 0, true))).toBe(
    '1 draws; -1 gets a card; 1 discards; 2 takes; 2 discards; 0 draws; -1 gets ARK',
  );
});

test('before their first turn everybody is told everything', () => {
  expect(sinceOwnTurn(STORY, 3, true)).toEqual(STORY);
  expect(sinceOwnTurn(STORY.slice(0, 2), 0, true)).toEqual(STORY.slice(0, 2));
});

test('spectators are told the latest turn, and who plays alone the latest happening', () => {
  expect(said(sinceOwnTurn(STORY, null, false))).toBe('2 takes; 2 discards');
  expect(said(sinceOwnTurn([line(0, 'draws'), line(0, 'discards')], 0, true, true))).toBe('0 discards');
});

test('a table is played from memory if the option that means it is switched on', () => {
  const game = { options: [{ name: 'memory', from_memory: true }, { name: 'other' }] } as unknown as GameInfo;
  const table = (options: TableInfo['options']): TableInfo => ({ options }) as TableInfo;
  expect(isFromMemory(game, table({ memory: true }))).toBe(true);
  expect(isFromMemory(game, table({ memory: false, other: true }))).toBe(false);
  expect(isFromMemory(undefined, table({ memory: true }))).toBe(false);
});
