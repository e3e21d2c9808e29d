import { expect, test } from 'vitest';
import { read, sectionsOf, spansOf } from './markdown';

test('a rule that is wholly a ruling keeps its mark', () => {
  expect(read('- **TX1** Two play.\n- **TX2 (R)** The tower is 8 wide.')).toEqual([
    { kind: 'rule', number: 'TX1', ruling: false, spans: [{ kind: 'text', text: 'Two play.' }] },
    { kind: 'rule', number: 'TX2', ruling: true, spans: [{ kind: 'text', text: 'The tower is 8 wide.' }] },
  ]);
});

test('a ruling within a rule is marked where it begins', () => {
  expect(spansOf('Flat. **(R)** Not **upright**.')).toEqual([
    { kind: 'text', text: 'Flat. ' },
    { kind: 'ruling', text: 'R' },
    { kind: 'text', text: ' Not ' },
    { kind: 'strong', text: 'upright' },
    { kind: 'text', text: '.' },
  ]);
});

test('the list at the end names the rules its rulings are in', () => {
  expect(
    read('## What we had to guess\n\n- **TX6:** Touching is sharing an edge.\n- **What a seat knows:** All.'),
  ).toEqual([
    { kind: 'heading', level: 2, text: 'What we had to guess' },
    { kind: 'ruling', number: 'TX6', spans: [{ kind: 'text', text: 'Touching is sharing an edge.' }] },
    { kind: 'ruling', number: 'What a seat knows', spans: [{ kind: 'text', text: 'All.' }] },
  ]);
});

test('apostrophes are set as in print, but for code', () => {
  expect(spansOf("It isn't *Blue's*: `don't`")).toEqual([
    { kind: 'text', text: 'It isn’t ' },
    { kind: 'em', text: 'Blue’s' },
    { kind: 'text', text: ': ' },
    { kind: 'code', text: "don't" },
  ]);
});

test('other lists, tables and pictures stay what they are', () => {
  expect(read('- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n..#\n```')).toEqual([
    { kind: 'text', item: true, spans: [{ kind: 'text', text: 'one' }] },
    {
      kind: 'table',
      head: ['a', 'b'],
      rows: [['1', '2'].map((text) => ({ spans: [{ kind: 'text', text }], pictures: [] }))],
    },
    { kind: 'code', text: '..#' },
  ]);
});

test('pictures stand on a line of their own, or in a table', () => {
  const four = { kind: 'diagram', name: 'four', caption: [{ kind: 'text', text: 'Four.' }] };
  const chart = { kind: 'figure', name: 'the-chart', caption: [] };
  expect(read('Look:\n\n![Four.](diagram:four) ![](figure:the-chart)')).toEqual([
    { kind: 'text', item: false, spans: [{ kind: 'text', text: 'Look:' }] },
    { kind: 'pictures', pictures: [four, chart] },
  ]);
  expect(read('| a |\n|---|\n| 1 ![Four.](diagram:four) |')).toEqual([
    { kind: 'table', head: ['a'], rows: [[{ spans: [{ kind: 'text', text: '1' }], pictures: [four] }]] },
  ]);
});

test('what stands between two headings is a section', () => {
  const sections = sectionsOf(read('# Game\n\nWords.\n\n## Parts\n\n### Tips\n\n- one\n\n## Empty\n\n## End\n\nDone.'));
  expect(sections.map(({ title, blocks }) => [title, blocks.length])).toEqual([
    ['', 2],
    ['Parts', 2],
    ['End', 1],
  ]);
});
