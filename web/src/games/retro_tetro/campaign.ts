/** How the campaign stands, from the line in which it is saved. */

export interface Standing {
  level: number;
  lives: number;
  won: boolean;
}

/** The standing of a campaign; none if the line tells of none. */
export function standingOf(stands: string): Standing | null {
  const number = (name: string): number => Number(new RegExp(`\\b${name}=(\\d+)`).exec(stands)?.[1] ?? NaN);
  const [level, lives] = [number('level'), number('lives')];
  return Number.isNaN(level) || Number.isNaN(lives) ? null : { level, lives, won: stands.includes('state=won') };
}

const INTRODUCTIONS: Record<string, string> = {
  pairs: 'The Corporation scrambles the colours. Keep two of them together, in two places.',
  trios: 'Three colours now, and again in two places. Plan where the groups will stand.',
  columns: 'Now the way leads up. Raise your columns above the green line.',
  'columns at most': 'The skyline is watched. Stay low in most columns, and score elsewhere.',
  meeples: 'The Meeple People are counting on you. Leave them in sight.',
  coins: 'Everything costs. Collect coins: symbols and half rows pay.',
  gold: 'The stars shine for you. Cover them.',
  'gold at most': 'The stars are a trap. Stay away from them.',
  half_rows: 'Half rows, filled to the last square, jam the machine.',
  full_rows: 'A whole row, from wall to wall. That is what breaks its code.',
};

/** A sentence that introduces a level, by the first thing it asks for. */
export const introduction = (goal: { counts: string; most: boolean } | undefined): string =>
  (goal && (INTRODUCTIONS[`${goal.counts}${goal.most ? ' at most' : ''}`] ?? INTRODUCTIONS[goal.counts])) ?? '';
