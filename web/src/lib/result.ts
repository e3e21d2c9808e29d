import type { TableLink } from './link.svelte';
import { listed, nameOf } from './seats';

/** Who has won, in a few words. */
export function headline(link: TableLink): string {
  const { result, seats, you } = link;
  if (!result) return '';
  const names = result.winners.map((seat) => nameOf(seats, seat));
  if (!names.length || names.length === seats.length) {
    if (seats.length > 1) return 'It’s a draw';
    return names.length ? 'You win' : 'Game over';
  }
  const own = you.seats[0];
  if (own !== undefined && you.seats.length === 1 && result.winners.includes(own)) {
    const others = result.winners.filter((seat) => seat !== own).map((seat) => nameOf(seats, seat));
    return others.length ? `${listed(['You', ...others])} win` : 'You win';
  }
  return names.length === 1 ? `${names[0]} wins` : `${listed(names)} win`;
}

/** Who has won, and with how many points each, the most first. */
export function outcome(link: TableLink): string {
  const { result, seats } = link;
  if (!result) return '';
  const points = result.points.map((count, seat) => ({ count, name: nameOf(seats, seat) }));
  const said = points
    .sort((a, b) => b.count - a.count)
    .map(({ count, name }) => `${name} ${count} ${count === 1 ? 'point' : 'points'}`);
  return `${headline(link)}. ${said.join(', ')}.`;
}

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
