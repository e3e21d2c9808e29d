import { counted } from '../counted';
import type { Look } from '..';
import Cover from './Cover.svelte';

const look: Look = {
  order: 1,
  accent: ['#1c6e6b', '#6fd3c8'],
  Cover,
  Board: () => import('./Board.svelte'),
  draws: (place) => /^(tile|stand|column):/.test(place),
  open: true,
  guide: (kinds) => (kinds.has('column') ? 'Choose a column.' : kinds.has('tile') ? 'Take a tile.' : ''),
  colours: (_, seat) => (seat ? '#2b3553' : '#fbf6e9'),
  tally: (view, seat) => [
    counted((view.points as number[])[seat] ?? 0, 'point'),
    counted(12 - ((view.dropped as number[])[seat] ?? 0), 'tile'),
  ],
};

export default look;
