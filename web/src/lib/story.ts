/** The story as it is told: what is dealt in one go is one line, until somebody wants to read it. */

import type { Happened } from './protocol';

/** Fewer cards or rolls in a row than this are told one by one. */
const FEW = 4;

export interface Told {
  line: Happened;
  /** Its number in the story. */
  at: number;
  /** How many lines after this one are folded into it. */
  folded: number;
  /** Whether nobody had done anything yet. */
  first: boolean;
}

/** All lines, each run of cards and rolls folded into its first, but for those begun at `opened`. */
export function folded(story: readonly Happened[], opened: readonly number[]): Told[] {
  const told: Told[] = [];
  const begun = story.findIndex(({ kind }) => kind === 'action');
  for (let at = 0; at < story.length;) {
    let end = at;
    while (story[end]?.kind === 'outcome') end++;
    const run = end - at;
    const fold = run >= FEW && !opened.includes(at);
    const until = fold ? at + 1 : Math.max(end, at + 1);
    for (let each = at; each < until; each++)
      told.push({
        line: story[each] as Happened,
        at: each,
        folded: fold ? run - 1 : 0,
        first: begun < 0 || each < begun,
      });
    at = Math.max(end, at + 1);
  }
  return told;
}
