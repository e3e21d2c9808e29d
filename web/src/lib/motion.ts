import { tick } from 'svelte';
import type { Happened } from './protocol';
import { settings } from './settings.svelte';

/** How much of its usual time what is being shown has; null while nothing is. */
let share: number | null = null;

/** How long a movement takes at the speed one likes, and as fast as what is being shown: no time for those who want none. */
export const lasting = (milliseconds: number): number => milliseconds * (share ?? settings.pace);

/** Let movements be as fast as this thing, which has so many milliseconds, until the page has drawn it. */
export function hurry(milliseconds: number, happened: Happened): void {
  const usual = lastingOf(happened);
  const mine = (share = usual ? milliseconds / usual : settings.pace && Math.min(1, settings.pace));
  void tick().then(() => {
    if (share === mine) share = null;
  });
}

const A_SPACE = 90;
const LONGEST_WALK = 700;
const SHORTEST_WALK = 220;

/** Milliseconds that a mark takes at normal speed, by its kind, or its kind and its cause. */
const LASTING: Record<string, number> = {
  fall: 670,
  roll: 600,
  card: 300,
  'card dealt': 45,
  'card laid': 55,
  'card blocker': 400,
  'card new card': 400,
  'card skip': 500,
  'card claim': 300,
  'card got it': 600,
  'card steal': 600,
  'card read aloud': 500,
  chip: 300,
  'chip got it': 600,
  'chip steal': 600,
  'move swap': 700,
  'move rotation': 700,
  'move panels': 700,
  leave: 300,
  shuffle: 500,
  bomb: 1400,
  foursome: 900,
  'line formation': 700,
  'line pattern': 700,
  starts: 300,
  nope: 120,
  wrong: 600,
  chosen: 300,
};

/** How long something that happened is to be seen, at normal speed; what has no marks takes no time. */
export function lastingOf({ marks = [] }: Happened): number {
  const times = marks.map(({ kind, cause, path }) => {
    if (kind === 'move' && !cause) return Math.min(LONGEST_WALK, Math.max(SHORTEST_WALK, A_SPACE * (path.length - 1)));
    return LASTING[`${kind} ${cause}`] ?? LASTING[kind] ?? 0;
  });
  const longest = Math.max(0, ...times);
  const claimed = marks.filter(({ kind, cause }) => kind === 'card' && cause === 'claim').length;
  if (claimed) return 225 * claimed + 300; // laid one by one, then the verdict
  const walked = marks.some(({ kind }) => kind === 'move') && marks.some(({ kind }) => kind === 'leave');
  const rows = marks.some(({ kind }) => kind === 'foursome');
  return longest + (walked ? 300 : 0) + (rows ? 300 : 0);
}

/** Whether it does something to one of these seats that its people should have seen before the game goes on. */
export const hitsOne = ({ marks = [], seat }: Happened, seats: readonly number[]): boolean =>
  marks.some(({ hits }) => seats.includes(hits)) && !seats.includes(seat);

/** The seat whose die is rolled here; none if it is no such roll. */
export function rollerOf({ seat, marks = [] }: Happened): number | null {
  const rolled = marks.find(({ kind, place }) => kind === 'roll' && place === 'die');
  return seat < 0 && rolled ? Number(rolled.thing.slice('seat:'.length)) : null;
}
