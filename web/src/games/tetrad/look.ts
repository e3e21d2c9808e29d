import { counted } from '../counted';
import type { Drawn } from '..';
import type { Box } from './cards';
import Cover from './Cover.svelte';
import { guide } from './guide';

const COLOURS = ['#d6453d', '#3b6fd4', '#2e9e5b', '#e0b020', '#8758c9', '#e07b2c', '#f4f1e8', '#2b2b35'];

const look: Drawn<Box> = {
  order: 3,
  accent: ['#8a5a12', '#f0c36a'],
  Cover,
  Board: () => import('./Board.svelte'),
  Figure: () => import('./Figure.svelte'),
  draws: (place) => /^(hand|pocket|free|pattern):|^(pile|discard|used|held-skip|turned-up|claim|choose)$/.test(place),
  guide: (kinds, picked, _, { win }) => guide(kinds, picked, win),
  alone: {
    called: 'Solo',
    options: {},
    goal: ({ patterns }) =>
      `Make one of the patterns in as few turns as you can. You choose which of the ${patterns.length} count: the fewer, the harder.`,
    finished: ({ patterns, turns }, _, won) => {
      const chosen = [...(patterns as number).toString(2)]
        .reverse()
        .flatMap((bit, at) => (bit === '1' ? [at + 1] : []));
      const way = `${chosen.length === 1 ? 'Pattern' : 'Patterns'} ${chosen.join(', ')}`;
      const { value, what } = counted(turns as number, 'turn');
      return won ? { way, value: turns as number, said: `${value} ${what}`, fewer: true } : null;
    },
  },
  retold: (view, { claims }) => view.claims === claims.unannounced,
  wording: {
    patterns: { asks: 'Which patterns win? Choose none, and the dealer decides.' },
    deals: {
      asks: 'Who deals first?',
      values: { lot: 'drawn at random', birthday: 'whoever has the first birthday in the year' },
      seats: true,
    },
    claims: {
      asks: 'How are wins claimed?',
      values: {
        assisted: 'assisted: only true claims are offered',
        strict: 'strict: you have to spot your own wins',
        unannounced: 'unannounced: strict, seen from your side',
      },
    },
    memory: { asks: 'Play from memory: you see the top discard and what happened since your last turn, no more.' },
  },
  pictured: (option, value, { patterns }) => (option === 'patterns' ? patterns[Number(value) - 1] : undefined),
  colours: (_, seat) => COLOURS[seat] ?? '#888',
  tally: (view, seat) => {
    const entries = [counted((view.hand_size as number[])[seat] ?? 0, 'card')];
    if ((view.skip as number[])[seat]) entries.push({ value: 'SKIP', what: '' });
    return entries;
  },
};

export default look;
