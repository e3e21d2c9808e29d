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

/** A sentence that introduces a level, by what is special about it. */
export const INTRODUCTIONS: Record<string, string> = {
  pairs: 'The Corporation scrambles the colours. Keep two of them together, in two places.',
  trios: 'Three colours now, and again in two places. Plan where the groups will stand.',
  columns: 'The skyline is watched. Mind how many columns rise above the green line.',
  meeples: 'The Meeple People are counting on you. Leave them in sight.',
  coins: 'Everything costs. Collect coins: symbols and half rows pay.',
  gold: 'The stars are a trap. Stay away from them.',
  half_rows: 'Half rows, filled to the last square, jam the machine.',
  full_rows: 'A whole row, from wall to wall. That is what breaks its code.',
};
