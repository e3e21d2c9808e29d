import { counted } from '../counted';
import type { Look } from '..';
import Cover from './Cover.svelte';

const look: Look = {
  order: 5,
  accent: ['#7a2aa8', '#dc9bff'],
  Cover,
  Board: () => import('./Board.svelte'),
  draws: (place) => /^(shape|stand|column|card|objective):/.test(place),
  open: false,
  guide: (kinds, _, view) => {
    if (kinds.has('column')) return 'choose a column';
    if (kinds.has('shape')) return 'take a shape';
    if (kinds.has('card')) return view.seats === 1 ? 'play a card' : 'play a card for everybody';
    return kinds.has('objective') ? 'keep one objective' : '';
  },
  alone: { called: 'Campaign', options: { level: 1 } },
  tally: (view, seat) => [
    counted((view.coins as number[])[seat] ?? 0, 'coin'),
    counted((view.held as number[])[seat] ?? 0, 'card'),
  ],
};

export default look;
