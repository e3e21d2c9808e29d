/** What an analysis has found so far, ready to be drawn: chances, moments one can step to, the parts of a result. */

import type { AnalysisProgress, Decision, Luck, Parts, SeatSum } from '../lib/protocol';

export interface Found {
  /** Every seat's chances with all cards on the table, by step; shorter than the game while it is worked out. */
  open: number[][];
  /** The same by what each seat knew itself; steps nobody decided at are left out. */
  known: { step: number; chances: number[] }[];
  luck: Luck[];
  errors: Decision[];
  sums: SeatSum[];
  /** The step from which on the winner's chances stayed high; -1 if there is none. */
  settled: number;
}

/** A place in the game worth looking at: a costly decision, or a stroke of luck. */
export interface Moment {
  kind: 'error' | 'luck';
  /** The board to look at: before the decision, or after the card or roll. */
  step: number;
  /** Who decided, or whose chances changed most. */
  seat: number;
  /** What it cost or brought the seat, in shares of a win. */
  amount: number;
  error?: Decision;
  luck?: Luck;
}

/** How many moments of a kind the graph marks. */
const MARKED = 8;
/** How many of a kind are listed for a seat. */
export const LISTED = 3;
/** Smaller strokes of luck and errors aren't worth telling. */
const TOLD = 0.005;

export const NOTHING: Found = { open: [], known: [], luck: [], errors: [], sums: [], settled: -1 };

/** What is known of the game by now. */
export function foundIn(progress: AnalysisProgress | null): Found {
  if (!progress) return NOTHING;
  const { analysis, chances, luck, errors } = progress;
  if (!analysis) return { ...NOTHING, open: chances, luck, errors };
  const last = analysis.chances.at(-1);
  return {
    open: analysis.chances.map(({ open }) => open),
    known: [
      ...analysis.chances
        .filter(({ known }) => known.length)
        .map(({ entry, known }) => ({ step: entry, chances: known })),
      ...(last ? [{ step: last.entry, chances: last.open }] : []),
    ],
    luck: analysis.luck,
    errors: analysis.decisions.filter(({ error }) => error > 0),
    sums: analysis.sums,
    settled: analysis.settled,
  };
}

const ofError = (error: Decision): Moment => ({
  kind: 'error',
  step: error.entry,
  seat: error.seat,
  amount: -error.error,
  error,
});

/** The stroke of luck as it was for this seat; without one, for the seat it moved most. */
function ofLuck(luck: Luck, seat?: number): Moment {
  const most = luck.gains.reduce((best, gain, at) => (Math.abs(gain) > Math.abs(luck.gains[best] ?? 0) ? at : best), 0);
  const whose = seat ?? most;
  return { kind: 'luck', step: luck.last + 1, seat: whose, amount: luck.gains[whose] ?? 0, luck };
}

/** What the cards or dice brought, in words; a long run of them, such as a deal, has none of its own. */
export function luckText({ text, first, last }: Luck): string {
  if (text) return text;
  return first === 0 ? 'the deal' : `${last - first + 1} cards or rolls in a row`;
}

const larger = (one: Moment, other: Moment): number =>
  Math.abs(other.amount) - Math.abs(one.amount) || one.step - other.step;

/** The costliest decisions, the worst first: of one seat, or of all. */
export const costliest = ({ errors }: Found, seat: number | null, most = LISTED): Moment[] =>
  errors
    .map(ofError)
    .filter((moment) => moment.amount <= -TOLD && (seat === null || moment.seat === seat))
    .sort(larger)
    .slice(0, most);

/** A seat's luckiest moments, or with `bad` its unluckiest, the largest first. */
export const luckiest = ({ luck }: Found, seat: number, bad = false): Moment[] =>
  luck
    .map((one) => ofLuck(one, seat))
    .filter(({ amount }) => (bad ? -amount : amount) >= TOLD)
    .sort(larger)
    .slice(0, LISTED);

/** What the graph marks, in the order of the game: the costliest decisions and the largest strokes of luck of all. */
export function marked(found: Found): Moment[] {
  const luck = found.luck.map((one) => ofLuck(one)).filter(({ amount }) => Math.abs(amount) >= TOLD);
  const moments = [...costliest(found, null, MARKED), ...luck.sort(larger).slice(0, MARKED)];
  return moments.sort((one, other) => one.step - other.step || larger(one, other));
}

export const same = (one: Moment | null, other: Moment | null): boolean =>
  one !== null && other !== null && one.kind === other.kind && one.step === other.step;

/** The next moment after this step, or the one before it; the one shown is passed over. */
export function neighbour(moments: Moment[], at: Moment | null, step: number, by: 1 | -1): Moment | undefined {
  const place = moments.findIndex((moment) => same(moment, at));
  if (place >= 0) return moments[place + by];
  return by > 0 ? moments.find((moment) => moment.step >= step) : moments.findLast((moment) => moment.step <= step);
}

/** A share of a win for people, between 0 % and 100 %. */
export const percent = (share: number): string => `${Math.round(100 * Math.min(1, Math.max(0, share)))} %`;

/** A gain or a loss in percentage points, with its sign. */
export function points(share: number): string {
  const amount = Math.abs(100 * share).toFixed(1);
  if (amount === '0.0') return '0.0';
  return share < 0 ? `−${amount}` : `+${amount}`;
}

export const PARTS: { part: keyof Parts; name: string; meaning: string }[] = [
  { part: 'start', name: 'Place at the table', meaning: 'what the seat could expect before anything happened' },
  { part: 'dealt', name: 'Dealt luck', meaning: 'what cards and dice brought, everybody’s together' },
  { part: 'own', name: 'Own play', meaning: 'what the seat’s decisions changed, judged by what it knew' },
  { part: 'partner', name: 'Partner’s play', meaning: 'the same for a teammate' },
  { part: 'others', name: 'The others’ play', meaning: 'the same for everybody else' },
  { part: 'untold', name: 'What nobody told you', meaning: 'guesses that came off, and reading the others' },
];

/** Parts that there are only with teams, other players or secrets: elsewhere they aren’t shown. */
const LEFT_OUT: (keyof Parts)[] = ['partner', 'others', 'untold'];
const SPECK = 1e-9;

/** The parts that these results are made of. */
export const partsOf = (sums: SeatSum[]): typeof PARTS =>
  PARTS.filter(({ part }) => !LEFT_OUT.includes(part) || sums.some(({ shares }) => Math.abs(shares[part]) > SPECK));

export interface Bar {
  name: string;
  amount: number;
  margin: number;
  points: number | null;
  /** Where the bar begins and ends, in shares of a win. */
  from: number;
  to: number;
}

/** A seat's result as stairs from nothing: each part begins where the one before it ended. */
export function stairs(sum: SeatSum): Bar[] {
  const { shares, margins, points: scored } = sum;
  let at = 0;
  return partsOf([sum]).map(({ part, name }) => {
    const from = at;
    at += shares[part];
    return { name, amount: shares[part], margin: margins[part], points: scored?.[part] ?? null, from, to: at };
  });
}
