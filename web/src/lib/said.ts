/** Times and company in words. */

import { levelName } from './levels';
import type { SeatInfo } from './protocol';
import { listed, nameOf } from './seats';

const MINUTE = 60_000;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

/** How long ago: "just now", "5 minutes ago", "yesterday". */
export function ago(at: number, now = Date.now()): string {
  const past = Math.max(0, now - at);
  const [unit, size] = STEPS.find(([, size]) => past >= size) ?? [null, 1];
  if (unit === null) return 'just now';
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(past / size), unit);
}

/** A day, with its year only if that is another: "3 May, 14:05". */
export function dated(at: number, now = Date.now()): string {
  const day = new Date(at);
  const year = day.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const);
  const form = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...year } as const;
  return new Intl.DateTimeFormat('en-GB', form).format(day);
}

/** Who else plays: "Ada and 2 Skilled bots"; on one screen all who do; empty where one plays alone. */
export function rivals(seats: SeatInfo[], own: number[]): string {
  const others = own.length > 1 ? seats : seats.filter(({ seat }) => !own.includes(seat));
  const people = others.filter(({ kind }) => kind === 'person').map(({ seat }) => nameOf(seats, seat));
  const levels = [...new Set(others.filter(({ kind }) => kind === 'bot').map(({ level = 0 }) => level))];
  const bots = levels.map((level) => {
    const count = others.filter((other) => other.kind === 'bot' && (other.level ?? 0) === level).length;
    const name = levelName(level);
    return count === 1 ? `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name} bot` : `${count} ${name} bots`;
  });
  const open = others.filter(({ kind }) => kind === 'open').length;
  const free = open ? [open === 1 ? 'an open seat' : `${open} open seats`] : [];
  return listed([...people, ...bots, ...free]);
}

/** Whose turn it is, to who holds these seats. */
export function turnOf(seats: SeatInfo[], acting: number[], own: number[]): string {
  if (!acting.length) return 'Waiting for answers'; // it isn't said whose
  if (own.length === 1 && acting.includes(own[0] ?? -1)) return 'Your turn';
  if (acting.length > 1) return own.some((seat) => acting.includes(seat)) ? 'Your turn' : 'Others’ turn';
  return `${nameOf(seats, acting[0] ?? 0)}’s turn`;
}
