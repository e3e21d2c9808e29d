/** The best results of playing alone that this browser has seen, by game and way to play. */

import { keep, kept } from './memory';

export interface Best {
  value: number;
  /** The result in words. */
  said: string;
  /** How often it was played to the end. */
  played: number;
}

export interface Finished {
  /** The way it was played, as a heading. */
  way: string;
  value: number;
  said: string;
  /** Whether less is better. */
  fewer?: boolean;
}

type All = Record<string, Record<string, Best>>;
const NAME = 'bests';
const NOTED = 'bests.noted';
const MOST_NOTED = 60;

export const bestsOf = (game: string): Record<string, Best> => kept<All>(NAME, {})[game] ?? {};

/** Keep a finished game if it is the best of its way, once for each `key`; returns the best before it, if there was one. */
export function noteResult(game: string, { way, value, said, fewer = false }: Finished, key: string): Best | undefined {
  const all = kept<All>(NAME, {});
  const before = all[game]?.[way];
  const noted = kept<string[]>(NOTED, []);
  if (noted.includes(key)) return before;
  keep(NOTED, [key, ...noted].slice(0, MOST_NOTED));
  const better = !before || (fewer ? value < before.value : value > before.value);
  const best = { value: better ? value : before.value, said: better ? said : before.said };
  keep(NAME, { ...all, [game]: { ...all[game], [way]: { ...best, played: (before?.played ?? 0) + 1 } } });
  return before;
}
