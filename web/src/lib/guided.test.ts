// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Guide } from './guided.svelte';
import type { TableLink } from './link.svelte';
import type { Note } from './protocol';

const FALL: Note = { title: 'Falling', text: 'It falls.', rule: 'X5', place: 'square:A1' };
const HOLE: Note = { title: 'A hole', text: 'It costs a point.', rule: 'X7', place: 'square:B1' };

/** A connection that answers which rules came into play at each number. */
function told(byNumber: Record<number, Note[]>) {
  const send = vi.fn(({ number }: { number: number }) => Promise.resolve({ notes: byNumber[number] ?? [] }));
  return { guide: new Guide({ send } as unknown as TableLink), send };
}

beforeEach(() => localStorage.clear());

test('each rule is explained once, in the order in which they apply', async () => {
  const { guide } = told({ 3: [FALL], 4: [FALL, HOLE] });
  await guide.follow('x', 4);
  expect(guide.notes).toEqual([FALL, HOLE]);
  guide.next();
  expect(guide.notes).toEqual([HOLE]);
});

test('what was explained before is not explained again, nor asked for twice', async () => {
  const { guide, send } = told({ 3: [FALL] });
  await guide.follow('x', 3);
  await guide.follow('x', 3);
  expect(send).toHaveBeenCalledTimes(3);
  const later = told({ 5: [FALL, HOLE] });
  await later.guide.follow('x', 5);
  expect(later.guide.notes).toEqual([HOLE]);
});
