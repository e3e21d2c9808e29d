import { counted } from '../counted';
import type { Look } from '..';
import { CHIP_COLOURS, colourOf } from './chips';
import Cover from './Cover.svelte';
import { ASKED, GOT_IT } from './phases';

const look: Look = {
  order: 4,
  accent: ['#a3263f', '#ff9aa8'],
  Cover,
  Board: () => import('./Board.svelte'),
  draws: (place) => /^(card|space|line):/.test(place),
  open: false,
  guide: (kinds, _, view) => {
    if (kinds.has('space') || view.phase === GOT_IT) return 'Choose a lit space.';
    return kinds.has('card') ? 'Choose a card.' : '';
  },
  asks: (view) => (view.phase === ASKED ? 'Anyone want to STEAL it?' : null),
  colours: (view, seat) => CHIP_COLOURS[colourOf(view.seats as number, seat)] ?? '#888',
  tally: (view, seat) => {
    const colour = colourOf(view.seats as number, seat);
    const count = (view.foursomes as number[])[colour] ?? 0;
    return [counted(count, 'foursome'), counted((view.held as number[])[seat] ?? 0, 'card')];
  },
};

export default look;
