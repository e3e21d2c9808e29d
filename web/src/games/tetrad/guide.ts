/** What to touch next in TETRAD, in a few words. */

const WIN = 4;

/** From the kinds of place that are lit and the places picked so far. */
export function guide(kinds: ReadonlySet<string>, picked: readonly string[]): string {
  const [first] = picked;
  if (kinds.has('pattern') || kinds.has('choose')) return 'choose which patterns win';
  if (first === 'claim') return `touch the pockets of the win: ${WIN + 1 - picked.length} to go`;
  if (first !== undefined) return afterPicking(kinds, first, picked.length);
  const claim = kinds.has('claim') ? ', or claim a win' : '';
  if (kinds.has('pile')) return kinds.has('discard') ? 'draw, or take the discard' : 'draw a card';
  if (kinds.has('used')) return `discard the used card${claim}`;
  if (kinds.has('held-skip')) return 'discard the SKIP: you miss this turn';
  if (kinds.has('turned-up')) return 'place the new card';
  return kinds.has('hand') ? `discard a card, or use one${claim}` : '';
}

function afterPicking(kinds: ReadonlySet<string>, card: string, touched: number): string {
  const discard = kinds.has('discard') ? ', or discard it' : '';
  if (kinds.has('seat')) return `choose who misses a turn${discard}`;
  if (kinds.has('board')) return `use it${discard}`;
  if (!kinds.has('pocket')) return 'put it on the discard pile';
  if (card === 'hand:swap-two') return touched > 1 ? 'choose the other pocket' : `choose two pockets${discard}`;
  return `choose a pocket for it${discard}`;
}
