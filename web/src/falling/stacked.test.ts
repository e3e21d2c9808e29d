import { expect, test } from 'vitest';
import { stacked } from './stacked';

const hole = { key: 0, text: 'hole' };

test('a column is read from the bottom, each thing once', () => {
  expect(stacked([])).toBe('empty');
  expect(stacked([{ key: 1, text: 'White I' }, hole, { key: 2, text: 'Black T' }])).toBe(
    '1 White I, 2 hole, 3 Black T; top row 3',
  );
});

test('two things alike are told apart', () => {
  const squares = [1, 1, 2, 2].map((key) => ({ key, text: 'White O' }));
  expect(stacked(squares)).toBe('1 to 2 White O, 3 to 4 White O; top row 4');
});
