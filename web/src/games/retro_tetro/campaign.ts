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

/** What introduces a level, by something that it asks for: the first time, and from then on. */
const INTRODUCTIONS: Record<string, [string, string]> = {
  pairs: [
    'The Corporation scrambles the colours. Keep two of them together, in two places.',
    'The colours are scrambled again. You know how to keep them together.',
  ],
  trios: [
    'Three colours now, and again in two places. Plan where the groups will stand.',
    'Three colours once more. Begin with the group that is hardest to place.',
  ],
  columns: [
    'Now the way leads up. Raise your columns above the green line.',
    'Up again, for higher stakes. Climb without losing sight of what lies below.',
  ],
  'columns at most': [
    'The skyline is watched. Stay low in most columns, and score elsewhere.',
    'The watchers want more points and look a little higher. Duck under them once again.',
  ],
  meeples: [
    'The Meeple People are counting on you. Leave them in sight.',
    'Hardly a roof may lose the sun now. Find your points between the meeples.',
  ],
  coins: [
    'Everything costs. Collect coins: symbols and half rows pay.',
    'The Corporation sends another bill. Pay it from symbols and half rows.',
  ],
  gold: ['The stars shine for you. Cover them.', 'More stars. The highest ones are the hardest to reach.'],
  'gold at most': [
    'The stars are a trap. Stay away from them.',
    'The trap is set again. Build high, but between the stars.',
  ],
  half_rows: [
    'Half rows, filled to the last square, jam the machine.',
    'The machine runs again. Jam it with half rows, square by square.',
  ],
  full_rows: [
    'A whole row, from wall to wall. That is what breaks its code.',
    'This is it: whole rows, from wall to wall, and the Corporation’s code falls apart.',
  ],
};

interface Goal {
  counts: string;
  most: boolean;
}

/** A sentence or two that introduce each level, by what it asks for and was told about least so far. */
export function introductions(levels: Goal[][]): string[] {
  const told = new Map<string, number>();
  const times = (kind: string): number => told.get(kind) ?? 0;
  return levels.map((goals) => {
    const kinds = goals.map(({ counts, most }) =>
      INTRODUCTIONS[`${counts} at most`] && most ? `${counts} at most` : counts,
    );
    const kind = kinds.reduce((found, next) => (times(next) <= times(found) ? next : found), kinds[0] ?? '');
    told.set(kind, times(kind) + 1);
    return INTRODUCTIONS[kind]?.[times(kind) > 1 ? 1 : 0] ?? '';
  });
}
