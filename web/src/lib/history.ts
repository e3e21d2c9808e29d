/** Games that are over, kept in this browser until removed: what one sees of each in a list, and its record's text. */

import { record } from './api';
import type { TableLink } from './link.svelte';
import { keep, kept } from './memory';
import type { Glance, SeatInfo } from './protocol';
import { headline } from './result';

export interface FinishedGame {
  table: string;
  /** Which of the table's games it was, counted from 1. */
  plays: number;
  game: string;
  title: string;
  seats: SeatInfo[];
  /** The seats held here. */
  own: number[];
  headline: string;
  /** When this browser saw that it was over. */
  at: number;
}

const GAMES = 'finished';
const RECORDS = 'records';

export const finishedGames = (): FinishedGame[] =>
  kept<FinishedGame[]>(GAMES, []).sort((one, other) => other.at - one.at);

export const finishedGame = (table: string, plays: number | null): FinishedGame | undefined =>
  finishedGames().find((game) => game.table === table && (plays === null || game.plays === plays));

const isSame = (one: FinishedGame, other: FinishedGame): boolean =>
  one.table === other.table && one.plays === other.plays;

/** What stays of a seat: who sat there. */
const sitter = ({ seat, kind, title, name = '', level = 0 }: SeatInfo): SeatInfo => ({
  seat,
  kind,
  title,
  name,
  level,
});

/** Keep a game, as of now unless it is known already. */
export function addFinished(game: FinishedGame): void {
  const known = finishedGames();
  const before = known.find((other) => isSame(other, game));
  const others = known.filter((other) => other !== before);
  keep(GAMES, [{ ...game, at: before?.at ?? game.at, seats: game.seats.map(sitter) }, ...others]);
}

/** Take a game from the list. Its record stays until `tidy`, so that this can be undone. */
export function removeFinished(game: FinishedGame): void {
  keep(
    GAMES,
    finishedGames().filter((other) => !isSame(other, game)),
  );
}

/** The game that is over at this table, for the list. */
export const finishedAt = (id: string, link: TableLink): FinishedGame => ({
  table: id,
  plays: link.game,
  game: link.table?.game ?? '',
  title: link.table?.title ?? '',
  seats: link.seats,
  own: link.you.seats,
  headline: headline(link),
  at: Date.now(),
});

/** The same from a glance at the table. */
export const finishedAtAGlance = (glance: Glance): FinishedGame => ({
  table: glance.table,
  plays: glance.plays,
  game: glance.game,
  title: glance.title,
  seats: glance.seats,
  own: glance.you.seats,
  headline: headline(glance),
  at: Date.now(),
});

/** Keep a game with its record, which the server deletes some day. */
export async function keepFinished(game: FinishedGame, key: string): Promise<void> {
  addFinished(game);
  if ((await keptRecord(game.table, game.plays)) === undefined)
    await keepRecord(game.table, game.plays, await record(game.table, key, game.plays));
}

// ---- the records' texts, which may be many ----------------------------------------------------------------------

const nameOf = (table: string, plays: number): string => `${table}/${plays}`;

function opened(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open('tetracade', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(RECORDS);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error('no storage'));
  });
}

async function stored<T>(mode: IDBTransactionMode, ask: (texts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((done, fail) => {
      const asked = ask(database.transaction(RECORDS, mode).objectStore(RECORDS));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error ?? new Error('no storage'));
    });
  } finally {
    database.close();
  }
}

export const keepRecord = async (table: string, plays: number, text: string): Promise<void> => {
  await stored('readwrite', (texts) => texts.put(text, nameOf(table, plays)));
};

/** The record's text as this browser keeps it; undefined if it doesn't, or can't. */
export const keptRecord = (table: string, plays: number): Promise<string | undefined> =>
  stored<string | undefined>('readonly', (texts) => texts.get(nameOf(table, plays)) as IDBRequest<string | undefined>);

/** Drop the records of games that are not in the list any more. */
export async function tidy(): Promise<void> {
  const wanted = new Set(finishedGames().map(({ table, plays }) => nameOf(table, plays)));
  const names = await stored('readonly', (texts) => texts.getAllKeys());
  for (const name of names.map(String)) {
    if (!wanted.has(name)) await stored('readwrite', (texts) => texts.delete(name));
  }
}
