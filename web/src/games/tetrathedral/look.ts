import { counted } from '../counted';
import type { Drawn } from '..';
import type { Facts } from '../facts';
import Cover from './Cover.svelte';

const look: Drawn<Facts['tetrathedral']> = {
  order: 2,
  accent: ['#4a4fa8', '#aab0ff'],
  Cover,
  Board: () => import('./Board.svelte'),
  Figure: () => import('./Figure.svelte'),
  draws: () => true,
  guide: (_, picked) => (picked.length ? 'Choose where it goes.' : 'Choose a pawn.'),
  wording: {
    pawns: { asks: 'How many pawns has each side?' },
    lines: {
      asks: 'Which lines may pawns move along?',
      values: { all: 'all twelve', strips: 'six of them: the rows of triangles' },
    },
    starter: { asks: 'Who moves first?', values: { 'roll-off': 'whoever rolls higher' }, seats: true },
  },
  colours: (_, seat) => (seat ? '#3b6fd4' : '#d6453d'),
  tally: (view, seat) => [counted((view.in_play as number[])[seat] ?? 0, 'pawn')],
};

export default look;
