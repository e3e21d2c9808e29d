import { counted } from '../counted';
import type { Drawn } from '..';
import type { Box } from './cards';
import { CHIP_COLOURS, colourOf } from './chips';
import Cover from './Cover.svelte';

const look: Drawn<Box> = {
  order: 4,
  accent: ['#a3263f', '#ff9aa8'],
  Cover,
  Board: () => import('./Board.svelte'),
  draws: (place) => /^(card|space|line):/.test(place),
  guide: (kinds, _, view, { phases }) => {
    if (kinds.has('space') || view.phase === phases.got_it) return 'Choose a lit space.';
    return kinds.has('card') ? 'Choose a card.' : '';
  },
  asks: (view, { phases }) => (view.phase === phases.asked ? 'Anyone want to STEAL it?' : null),
  wording: {
    names: { asks: 'Names on the board', values: { house: 'our own', rulebook: 'with four from the rulebook' } },
    first: { asks: 'Who goes first?', values: { lot: 'drawn at random' }, seats: true },
    steal: {
      asks: 'When may you STEAL the card that was read?',
      values: { first: 'first, before Got it', after: 'only if nobody has got it' },
    },
  },
  colours: (seats, seat, facts) => CHIP_COLOURS[colourOf(facts, seats, seat)] ?? '#888',
  tally: (view, seat, facts) => {
    const colour = colourOf(facts, view.seats as number, seat);
    const count = (view.foursomes as number[])[colour] ?? 0;
    return [counted(count, 'row'), counted((view.held as number[])[seat] ?? 0, 'card')];
  },
};

export default look;
