import { counted } from '../counted';
import type { Drawn } from '..';
import Cover from './Cover.svelte';
import type { Tiles } from './tiles';

const look: Drawn<Tiles> = {
  order: 1,
  accent: ['#1c6e6b', '#6fd3c8'],
  Cover,
  Board: () => import('./Board.svelte'),
  Figure: () => import('./Figure.svelte'),
  draws: (place) => /^(tile|stand|column):/.test(place),
  guide: (kinds) => (kinds.has('column') ? 'Choose a column.' : kinds.has('tile') ? 'Take a tile.' : ''),
  wording: {
    rows: { asks: 'How many rows has the tower?' },
    starter: { asks: 'Who goes first?', values: { lot: 'drawn at random' }, seats: true },
    handicap: { asks: 'Points for whoever goes first, since going second is better', values: { 0: 'none' } },
  },
  colours: (_, seat) => (seat ? '#2b3553' : '#fbf6e9'),
  tally: (view, seat, { tiles_a_side }) => [
    counted((view.points as number[])[seat] ?? 0, 'point'),
    counted(tiles_a_side - ((view.dropped as number[])[seat] ?? 0), 'tile'),
  ],
};

export default look;
