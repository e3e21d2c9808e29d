import { expect, test } from 'vitest';
import { leadsOn } from './touches';

test('places are touched in order, neighbours of one kind in any', () => {
  const claim = ['claim', 'pocket:A1', 'pocket:B1', 'pocket:C1', 'free:D1'];
  expect(leadsOn(claim, [])).toEqual(['claim']);
  expect(leadsOn(claim, ['claim'])).toEqual(['pocket:A1', 'pocket:B1', 'pocket:C1']);
  expect(leadsOn(claim, ['claim', 'pocket:C1'])).toEqual(['pocket:A1', 'pocket:B1']);
  expect(leadsOn(claim, ['claim', 'free:D1'])).toBeNull();
  expect(leadsOn(claim, ['pocket:A1'])).toBeNull();
  expect(leadsOn(claim, ['claim', 'pocket:C1', 'pocket:A1', 'pocket:B1'])).toEqual(['free:D1']);
  expect(leadsOn(claim, ['claim', 'pocket:C1', 'pocket:C1'])).toBeNull();
});

test('places without a kind keep their order', () => {
  expect(leadsOn(['A1', 'B2'], [])).toEqual(['A1']);
  expect(leadsOn(['A1', 'B2'], ['B2'])).toBeNull();
  expect(leadsOn(['A1', 'B2'], ['A1', 'B2'])).toEqual([]);
});
