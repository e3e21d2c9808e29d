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
  colours: (seats, seat, facts) => CHIP_COLOURS[colourOf(facts, seats, seat)] ?? '#888',
  tally: (view, seat, facts) => {
    const colour = colourOf(facts, view.seats as number, seat);
    const count = (view.foursomes as number[])[colour] ?? 0;
    return [counted(count, 'foursome'), counted((view.held as number[])[seat] ?? 0, 'card')];
  },
};

export default look;
