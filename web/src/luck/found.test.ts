import { describe, expect, it } from 'vitest';
import type { AnalysisProgress, Decision, Luck, SeatSum } from '../lib/protocol';
import {
  costliest,
  foundIn,
  luckiest,
  luckText,
  marked,
  neighbour,
  NOTHING,
  percent,
  points,
  stairs,
  type Found,
} from './found';

const error = (entry: number, seat: number, cost: number): Decision =>
  ({ entry, seat, error: cost, text: `does ${entry}` }) as Decision;
const luck = (first: number, last: number, ...gains: number[]): Luck => ({ first, last, text: '', gains, points: [] });

const parts = { start: 0.5, dealt: -0.3, own: 0.1, partner: 0, others: 0.4, untold: 0.3 };
const found: Found = {
  ...NOTHING,
  errors: [error(4, 0, 0.02), error(9, 1, 0.2), error(11, 0, 0.1), error(12, 0, 0.001)],
  luck: [luck(0, 3, 0.1, -0.1), luck(5, 5, -0.3, 0.2), luck(7, 7, 0.002, -0.002)],
};

describe('an analysis for the page', () => {
  it('lists the costliest decisions, of all and of one seat', () => {
    expect(costliest(found, null).map(({ step }) => step)).toEqual([9, 11, 4]);
    expect(costliest(found, 0).map(({ step, amount }) => [step, amount])).toEqual([
      [11, -0.1],
      [4, -0.02],
    ]);
  });

  it('lists a seat’s luck, the board after it', () => {
    expect(luckiest(found, 0).map(({ step, amount }) => [step, amount])).toEqual([[4, 0.1]]);
    expect(luckiest(found, 0, true).map(({ step }) => step)).toEqual([6]);
  });

  it('has words for a deal, and for a run of cards in mid-game', () => {
    const texts = [luck(0, 3, 0), luck(5, 9, 0), { ...luck(7, 7, 0), text: 'White rolls 6' }].map(luckText);
    expect(texts).toEqual(['the deal', '5 cards or rolls in a row', 'White rolls 6']);
  });

  it('marks both in the order of the game, luck at the seat it moved most', () => {
    expect(marked(found).map(({ kind, step, seat }) => `${kind} ${step} ${seat}`)).toEqual([
      'luck 4 0',
      'error 4 0',
      'luck 6 0',
      'error 9 1',
      'error 11 0',
    ]);
  });

  it('steps from moment to moment, also from in between and past two at one step', () => {
    const moments = marked(found);
    expect(neighbour(moments, null, 5, 1)?.step).toBe(6);
    expect(neighbour(moments, null, 5, -1)?.step).toBe(4);
    expect(neighbour(moments, moments[0] ?? null, 4, 1)).toBe(moments[1]);
    expect(neighbour(moments, moments[4] ?? null, 11, 1)).toBeUndefined();
  });

  it('draws what there is while it is worked out', () => {
    const progress: AnalysisProgress = {
      digest: '',
      done: 3,
      total: 9,
      chances: [[0.5, 0.5]],
      luck: [],
      errors: found.errors,
      analysis: null,
      own: null,
    };
    expect(foundIn(progress)).toMatchObject({ open: [[0.5, 0.5]], errors: found.errors, sums: [] });
    expect(foundIn(null)).toBe(NOTHING);
  });

  it('builds a result from its parts, each where the last one ended', () => {
    const sum = { shares: parts, margins: parts, points: null } as unknown as SeatSum;
    const bars = stairs(sum);
    expect(bars.map(({ name }) => name)).not.toContain('Partner’s play');
    expect(bars.map(({ from, to }) => [from.toFixed(1), to.toFixed(1)])).toEqual([
      ['0.0', '0.5'],
      ['0.5', '0.2'],
      ['0.2', '0.3'],
      ['0.3', '0.7'],
      ['0.7', '1.0'],
    ]);
  });

  it('leaves out what there is not in every game', () => {
    const sum = {
      shares: { ...parts, untold: 1e-16, others: 0.7 },
      margins: parts,
      points: null,
    } as unknown as SeatSum;
    expect(stairs(sum).map(({ name }) => name)).toEqual([
      'Place at the table',
      'Dealt luck',
      'Own play',
      'The others’ play',
    ]);
  });

  it('says shares as people do', () => {
    expect([percent(-0.3), percent(0.614), percent(1.2)]).toEqual(['0 %', '61 %', '100 %']);
    expect([points(0.0312), points(-0.2), points(-0.0001)]).toEqual(['+3.1', '−20.0', '0.0']);
  });
});
