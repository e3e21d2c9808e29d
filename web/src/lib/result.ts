import type { TableLink } from './link.svelte';
import { numeral } from './numeral';
import { listed, nameOf } from './seats';

/** What there is to know of how a game ended. */
export type Ended = Pick<TableLink, 'result' | 'seats' | 'you' | 'standing'>;

/** Whether the points of a game say more than who has won. */
export const counts = ({ standing }: Pick<Ended, 'standing'>): boolean =>
  standing.some((parts) => Object.keys(parts).length > 0);

/** How it ended for the one seat held here; null for who watches, or plays several. */
export function ending({ result, seats, you }: Ended): 'won' | 'lost' | 'drawn' | null {
  const own = you.seats[0];
  if (!result || own === undefined || you.seats.length !== 1) return null;
  if (seats.length > 1 && (!result.winners.length || result.winners.length === seats.length)) return 'drawn';
  return result.winners.includes(own) ? 'won' : seats.length > 1 ? 'lost' : null;
}

/** Who has won, in a few words: to who plays, how it went for them. */
export function headline(link: Ended): string {
  const { result, seats, you } = link;
  if (!result) return '';
  const mine = you.seats[0] ?? 0;
  const points = (seat: number): string => numeral(result.points[seat] ?? 0);
  const score = seats.length === 2 && counts(link) ? ` ${points(mine)} : ${points(1 - mine)}` : '';
  if (ending(link) === 'drawn') return `It’s a draw${score && `, ${score.trim()}`}`;
  if (ending(link) === 'lost') {
    return seats.length === 2
      ? `You lost${score}`
      : `You lost to ${listed(result.winners.map((seat) => nameOf(seats, seat)))}`;
  }
  const names = result.winners.map((seat) => nameOf(seats, seat));
  if (!names.length || names.length === seats.length) {
    if (seats.length > 1) return 'It’s a draw';
    return names.length ? 'You win' : 'Game over';
  }
  const own = you.seats[0];
  if (own !== undefined && you.seats.length === 1 && result.winners.includes(own)) {
    const others = result.winners.filter((seat) => seat !== own).map((seat) => nameOf(seats, seat));
    return others.length ? `${listed(['You', ...others])} win` : `You win${score}`;
  }
  return names.length === 1 ? `${names[0]} wins` : `${listed(names)} win`;
}

/** Who has won, and with how many points each, the most first. */
export function outcome(link: Ended): string {
  const { result, seats } = link;
  if (!result) return '';
  if (!counts(link)) return `${headline(link)}.`;
  const points = result.points.map((count, seat) => ({ count, name: nameOf(seats, seat) }));
  const said = points
    .sort((a, b) => b.count - a.count)
    .map(({ count, name }) => `${name} ${numeral(count)} ${count === 1 ? 'point' : 'points'}`);
  return `${headline(link)}. ${said.join(', ')}.`;
}

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
