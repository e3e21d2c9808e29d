import type { Happened, SeatInfo, SeatSetup } from './protocol';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The name a seat goes by: its person's, or the game's own name for it; one written from the right stays whole. */
export function nameOf(seats: SeatInfo[], seat: number): string {
  const info = seats[seat];
  if (!info) return '';
  const name = info.name || info.title;
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** What the rules say of seats ("Player 2", "Red"), said of those who sit there. */
export function named(seats: SeatInfo[], text: string): string {
  const titles = seats.map(({ title }) => title);
  return text.replace(new RegExp(`\\b(${titles.join('|')})\\b`, 'g'), (title) => nameOf(seats, titles.indexOf(title)));
}

/** What happened, without who did it; what people say stays as they said it. */
export const told = (seats: SeatInfo[], { kind, text }: Happened): string =>
  kind === 'chat' ? text : named(seats, text);

/** Names in a row: "Ada, Bo and Cy". */
export const listed = (names: string[]): string => new Intl.ListFormat('en-GB').format(names);

/** Who sat here, as seats of a new table, one further on if all `move`: own seats, bots as they were, others invited. */
export function againOf(seats: SeatInfo[], own: number[], move = false): SeatSetup[] {
  const again = seats.map(({ seat, kind, name, level }): SeatSetup => {
    if (kind === 'bot') return { kind: 'bot', level: level ?? 3 };
    return own.includes(seat) ? { kind: 'here', name: name ?? '' } : { kind: 'open' };
  });
  return move ? [...again.slice(-1), ...again.slice(0, -1)] : again;
}

/** With whom one plays at a table of these seats. */
export function company(seats: SeatSetup[]): string {
  const here = seats.filter((seat) => seat.kind === 'here').length;
  if (seats.some((seat) => seat.kind === 'open')) return 'with friends';
  if (here > 1) return 'on one screen';
  if (!here) return 'bots only';
  return seats.length > 1 ? 'against bots' : 'solo';
}

/** How many play a game of these numbers of seats: "2–4, 6 or 8 players". */
export function playersOf(seats: number[]): string {
  const runs: number[][] = [];
  for (const count of [...seats].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.at(-1) === count - 1) run.push(count);
    else runs.push([count]);
  }
  const said = runs.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : `${run[0]}`));
  const last = said.pop() ?? '';
  return `${said.length ? `${said.join(', ')} or ${last}` : last} ${last === '1' && !said.length ? 'player' : 'players'}`;
}
