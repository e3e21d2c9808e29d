import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hitsOne, lastingOf } from './motion';
import type { Happened, Mark } from './protocol';
import { Queue, type Beat } from './queue';

let played: [string, number, number][] = [];
let began = 0;

beforeEach(() => {
  vi.useFakeTimers();
  began = Date.now();
  played = [];
});
afterEach(() => vi.useRealTimers());

const beat = (name: string, lasts: number, more: Partial<Beat> = {}): Beat => ({
  lasts,
  play: (milliseconds) => played.push([name, Date.now() - began, Math.round(milliseconds)]),
  ...more,
});
const names = (): string[] => played.map(([name]) => name);

test('what happened is played in order, each for its time', () => {
  const queue = new Queue(() => 1);
  queue.add(beat('drop', 600), beat('roll', 400));
  queue.add(beat('walk', 300));
  vi.runAllTimers();
  expect(played).toEqual([
    ['drop', 0, 600],
    ['roll', 600, 400],
    ['walk', 1000, 300],
  ]);
  expect(queue.busy).toBe(false);
});

test('the speed one likes makes everything longer or shorter, and none plays all at once', () => {
  for (const [pace, lasts] of [
    [1.7, 1020],
    [0.4, 240],
    [0, 0],
  ] as const) {
    played = [];
    new Queue(() => pace).add(beat('drop', 600), beat('end', 0));
    vi.runAllTimers();
    expect(played[0]?.[2]).toBe(lasts);
    expect((played[1]?.[1] ?? 0) - (played[0]?.[1] ?? 0)).toBe(lasts);
  }
});

test('a long backlog is played faster, so that it takes two and a half seconds in all', () => {
  const queue = new Queue(() => 1);
  for (let at = 0; at < 20; at++) queue.add(beat(`${at}`, 600));
  queue.add(beat('end', 0));
  vi.runAllTimers();
  expect(names()).toHaveLength(21);
  expect(played.at(-1)?.[1]).toBeLessThanOrEqual(2520);
});

test('what keeps coming while the queue is behind does not add to the wait', () => {
  const queue = new Queue(() => 1.7);
  for (let at = 0; at < 40; at++) {
    queue.add(beat(`${at}`, 670));
    vi.advanceTimersByTime(100);
  }
  queue.add(beat('end', 0));
  vi.runAllTimers();
  expect(played.at(-1)?.[1]).toBeLessThanOrEqual(40 * 100 + 2520);
});

test('what hits a person waits until it was seen, and that is not part of the two and a half seconds', () => {
  const queue = new Queue(() => 1);
  queue.add(beat('skip', 500, { pause: 9000 }), beat('next', 2000));
  vi.runAllTimers();
  expect(played).toEqual([
    ['skip', 0, 500],
    ['next', 4500, 2000],
  ]);
});

test('a touch ends the pause', () => {
  const queue = new Queue(() => 1);
  queue.add(beat('skip', 500, { pause: 4000 }), beat('next', 300));
  vi.advanceTimersByTime(800);
  queue.goOn();
  expect(names()).toEqual(['skip', 'next']);
});

test('once time runs nothing waits to be seen or touched, whether it waits already or would later', () => {
  const queue = new Queue(() => 1);
  const rests = vi.fn();
  queue.add(beat('skip', 500, { pause: 4000, rests }), beat('next', 300));
  vi.advanceTimersByTime(800);
  queue.waitForNobody();
  expect(names()).toEqual(['skip', 'next']);
  queue.add(beat('block', 500, { pause: 4000, rests }), beat('roll', 600, { ready: 1000 }));
  queue.waitForNobody();
  vi.runAllTimers();
  expect(rests).toHaveBeenCalledOnce();
  expect(played.slice(2).map(([, at]) => at)).toEqual([1100, 1600]);
});

test('whoever is to roll begins it by a touch, or it begins by itself', () => {
  const queue = new Queue(() => 1);
  const awaits = vi.fn();
  queue.add(beat('roll', 600, { ready: 1000, awaits }));
  expect(awaits).toHaveBeenCalledOnce();
  expect(names()).toEqual([]);
  vi.advanceTimersByTime(300);
  queue.goOn();
  expect(played[0]).toEqual(['roll', 300, 600]);
  vi.runAllTimers();
  queue.add(beat('again', 600, { ready: 1000 }));
  vi.advanceTimersByTime(1000);
  expect(names()).toEqual(['roll', 'again']);
});

test('skipping plays all that is left at once', () => {
  const changed = vi.fn();
  const queue = new Queue(() => 1, changed);
  queue.add(beat('drop', 600), beat('roll', 400, { ready: 1000 }), beat('end', 0));
  queue.skip();
  expect(played.map(([name, , milliseconds]) => [name, milliseconds])).toEqual([
    ['drop', 600],
    ['roll', 0],
    ['end', 0],
  ]);
  expect(changed.mock.calls).toEqual([[true], [false]]);
  vi.runAllTimers();
  expect(names()).toHaveLength(3);
});

const mark = (kind: string, more: Partial<Mark> = {}): Mark => ({
  kind,
  place: 'A1',
  amount: 0,
  cause: '',
  thing: '',
  path: [],
  hits: -1,
  ...more,
});
const happened = (...marks: Mark[]): Happened => ({
  kind: 'action',
  seat: 1,
  text: '',
  seen: true,
  action: 1,
  notation: '',
  touches: [],
  marks,
});

test('how long something lasts follows from its marks', () => {
  expect(lastingOf(happened(mark('fall'), mark('point', { amount: 1 })))).toBe(670);
  const walk = (spaces: number): number =>
    lastingOf(happened(mark('move', { path: Array.from({ length: spaces }, String) })));
  expect([walk(2), walk(5), walk(12)]).toEqual([220, 360, 700]);
  expect(lastingOf(happened(...Array.from({ length: 4 }, () => mark('card', { cause: 'claim' }))))).toBe(1200);
  expect(lastingOf(happened(mark('bomb')))).toBe(1400);
  expect(lastingOf(happened())).toBe(0);
});

test('what somebody does hits others, never themselves', () => {
  expect(hitsOne(happened(mark('leave', { hits: 0 })), [0])).toBe(true);
  expect(hitsOne(happened(mark('leave', { hits: 2 })), [0])).toBe(false);
  expect(hitsOne(happened(mark('leave', { hits: 0 })), [0, 1])).toBe(false);
});
