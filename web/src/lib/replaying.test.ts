// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Replay } from './protocol';
import { linesOf } from './replaying.svelte';

const step = (kind: string | null): Replay['steps'][number] =>
  ({ happened: kind === null ? null : { kind, seat: 0, text: kind }, view: {}, acting: [] }) as never;

const told = (...kinds: string[]) =>
  linesOf([null, ...kinds].map(step)).map(({ at, happened, dealt }) => [at, happened?.kind ?? 'dealing', dealt]);

test('many outcomes in a row are one line, which leads to the last of them', () => {
  expect(told('outcome', 'outcome', 'outcome', 'outcome', 'action')).toEqual([
    [4, 'dealing', 4],
    [5, 'action', 1],
  ]);
});

test('a few outcomes are told one by one', () => {
  expect(told('action', 'outcome', 'outcome', 'action')).toEqual([
    [1, 'action', 1],
    [2, 'outcome', 1],
    [3, 'outcome', 1],
    [4, 'action', 1],
  ]);
});

test('a game of which nothing is known has no lines', () => {
  expect(told()).toEqual([]);
});
