import { counted } from '../counted';
import type { Drawn } from '..';
import type { Box } from './shapes';
import Cover from './Cover.svelte';

const look: Drawn<Box> = {
  order: 5,
  accent: ['#7a2aa8', '#dc9bff'],
  Cover,
  Board: () => import('./Board.svelte'),
  Figure: () => import('./Figure.svelte'),
  draws: (place) => /^(shape|stand|column|card|objective):/.test(place),
  guide: (kinds, _, view) => {
    if (kinds.has('column')) return 'Choose a column.';
    if (kinds.has('shape')) return 'Take a shape.';
    if (kinds.has('card')) return view.seats === 1 ? 'Play a card.' : 'Play a card for everyone.';
    return kinds.has('objective') ? 'Keep one objective.' : '';
  },
  alone: {
    called: 'Campaign',
    options: { level: 1 },
    goal: ({ campaign: { levels, first_lives } }) =>
      `Pass ${levels.length} levels. Each asks for points and for something more; you have ${first_lives} lives to begin with. Fail without a life, and you start again at level 1.`,
    finished: ({ level, advanced, objectives }, points, won) => {
      const side = advanced ? ', advanced side' : '';
      const way = level
        ? `Level ${level as number}${side}`
        : `A single game${objectives ? '' : ', no objective'}${side}`;
      return { way, value: points, said: `${points} points${level && won ? ', passed' : ''}` };
    },
    Map: () => import('./Campaign.svelte'),
  },
  wording: {
    level: { asks: 'Level of the solo campaign', values: { 0: 'none, a single game' } },
    starter: { asks: 'Who plays the first card?', values: { lot: 'drawn at random' }, seats: true },
    objectives: { asks: 'Everyone keeps a secret objective. A first game is easier without.' },
  },
  tally: (view, seat) => [
    counted((view.coins as number[])[seat] ?? 0, 'coin'),
    counted((view.held as number[])[seat] ?? 0, 'card'),
  ],
};

export default look;
