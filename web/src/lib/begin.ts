/** New tables, and tables to play at once. */

import { create } from './api';
import { finishedGames } from './history';
import { keep, kept, knownTables, ownName, remember } from './memory';
import type { GameInfo, SeatSetup, TableSetup } from './protocol';
import { router } from './router.svelte';
import { company } from './seats';

const BEGINNER = 1;
const USUAL = 3;

/** Set up a table, remember it and go there. */
export async function openTable(setup: TableSetup, title: string): Promise<void> {
  const created = await create(setup);
  const who = company(setup.seats);
  remember({ id: created.table, game: setup.game, title, key: created.token, who, over: false, at: Date.now() });
  router.go(`/t/${created.table}`);
}

/** Whether this browser has seen the game played. */
export const hasPlayed = (game: string): boolean =>
  knownTables().some((table) => table.game === game) || finishedGames().some((one) => one.game === game);

/** The level of the bots one meets: what was last chosen, else Beginner for a game one has never played. */
export const botLevel = (game: string): number =>
  kept<Record<string, number>>('levels', {})[game] ?? (hasPlayed(game) ? USUAL : BEGINNER);

export const setBotLevel = (game: string, level: number): void =>
  keep('levels', { ...kept<Record<string, number>>('levels', {}), [game]: level });

/** How many sit at a table to play at once: the first time one bot fewer, where the game allows it. */
export function seatsAtOnce(game: GameInfo): number {
  const fewer = game.default_seats - 1;
  return !hasPlayed(game.name) && fewer > 1 && game.seats.includes(fewer) ? fewer : game.default_seats;
}

export const ownSeat = (): SeatSetup => ({ kind: 'here', name: ownName() || 'Guest' });
