import { expect, test, vi } from 'vitest';
import type { TableLink } from './link.svelte';
import { LookingBack, stepOf } from './looking_back.svelte';
import type { Happened } from './protocol';

const line = (kind: Happened['kind'], number: number): Happened => ({
  kind,
  number,
  seat: 0,
  text: '',
  seen: true,
  action: 1,
  notation: '',
  touches: [],
});
const story = [
  line('start', 2),
  line('outcome', 2),
  line('outcome', 2),
  line('action', 3),
  line('chat', 4),
  line('action', 5),
];

function looking() {
  const send = vi.fn(async ({ number, step }: { number: number; step: number }) => ({
    ok: true,
    view: { number, step },
    standing: [{ points: 10 * number + step }],
  }));
  return { back: new LookingBack({ story, send } as unknown as TableLink), send };
}

test('a line of the story is the so many-th thing that happened at its number', () => {
  expect(story.map((_, at) => stepOf(story, at))).toEqual([0, 1, 2, 1, 0, 1]);
});

test('the points of that moment come with it', async () => {
  const { back } = looking();
  expect(back.standing).toEqual([]);
  await back.show(story[2] as Happened);
  expect(back.standing).toEqual([{ points: 22 }]);
});

test('steps go back thing by thing and forth again to now', async () => {
  const { back, send } = looking();
  const views: unknown[] = [];
  for (const by of [-1, -1, -1, -1, 1, 1, 1] as const) {
    back.step(by);
    await Promise.resolve();
    await Promise.resolve();
    views.push(back.line ? back.view : 'now');
  }
  expect(views).toEqual([
    { number: 3, step: 1 },
    { number: 2, step: 2 },
    { number: 2, step: 1 },
    { number: 2, step: 1 },
    { number: 2, step: 2 },
    { number: 3, step: 1 },
    'now',
  ]);
  expect(send.mock.calls.every(([command]) => (command as { do?: string }).do === 'recall')).toBe(true);
});

test('an answer that comes after one went back to now is not shown', async () => {
  const { back } = looking();
  back.step(-1);
  back.now();
  await Promise.resolve();
  await Promise.resolve();
  expect(back.line).toBeNull();
});

test('a step back that is taken back before its answer is there shows nothing', async () => {
  const { back } = looking();
  back.step(-1);
  back.step(1);
  await Promise.resolve();
  await Promise.resolve();
  expect(back.line).toBeNull();
});
