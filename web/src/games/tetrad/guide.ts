/** What to touch next in TETRAD, as a short sentence. */

/** From the kinds of place that are lit and the places picked so far; `win` is how many pockets make a win. */
export function guide(kinds: ReadonlySet<string>, picked: readonly string[], win: number): string {
  const [first] = picked;
  if (kinds.has('pattern') || kinds.has('choose')) return 'Choose which patterns win.';
  if (first === 'claim') return `Touch the pockets of the win: ${win + 1 - picked.length} to go.`;
  if (first !== undefined) return afterPicking(kinds, first, picked.length);
  const claim = kinds.has('claim');
  if (kinds.has('pile')) return kinds.has('discard') ? 'Draw, or take the discard.' : 'Draw a card.';
  if (kinds.has('used')) return claim ? 'Discard the used card, or claim a win.' : 'Discard the used card.';
  if (kinds.has('held-skip')) return 'You miss this turn. Discard the SKIP.';
  if (kinds.has('turned-up')) return 'Place the new card.';
  if (!kinds.has('hand')) return '';
  return claim ? 'Discard a card, use one, or claim a win.' : 'Discard a card, or use one.';
}

function afterPicking(kinds: ReadonlySet<string>, card: string, touched: number): string {
  const discard = kinds.has('discard');
  if (kinds.has('seat')) return discard ? 'Choose who misses a turn, or discard it.' : 'Choose who misses a turn.';
  if (kinds.has('board')) return discard ? 'Use it, or discard it.' : 'Use it.';
  if (!kinds.has('pocket')) return 'Put it on the discard pile.';
  if (card === 'hand:swap-two' && touched > 1) return 'Choose the other pocket.';
  if (card === 'hand:swap-two') return discard ? 'Choose two pockets, or discard it.' : 'Choose two pockets.';
  return discard ? 'Choose a pocket for it, or discard it.' : 'Choose a pocket for it.';
}
