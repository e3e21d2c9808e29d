import type { Look } from '..';
import Cover from './Cover.svelte';

const look: Look = {
  order: 5,
  accent: ['#7a2aa8', '#dc9bff'],
  Cover,
  Board: () => import('./Board.svelte'),
  draws: (place) => /^(shape|stand|column|card|objective):/.test(place),
  open: false,
  tally: (view, seat) => [
    { value: String((view.coins as number[])[seat] ?? 0), what: 'coins' },
    { value: String((view.held as number[])[seat] ?? 0), what: 'cards' },
  ],
};

export default look;
