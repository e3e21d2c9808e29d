/** A first game with a guide: each rule is explained once, where it applies, and a hint comes to those who hesitate. */

import { create } from './api';
import type { TableLink } from './link.svelte';
import { keep, kept, ownName, remember } from './memory';
import type { GameInfo, Note } from './protocol';

/** Milliseconds of hesitation after which a hint comes by itself. */
export const HESITATION = 10_000;
const BEGINNER = 1;

const known = (game: string): string[] => kept<string[]>(`met.${game}`, []);

/** Whether this table is a guided game. */
export const isGuided = (table: string): boolean => kept<string[]>('guided', []).includes(table);

/** Set up a first game against Beginners, and return its id. */
export async function beginGuided(game: GameInfo): Promise<string> {
  const seats = game.seats.includes(2) ? 2 : game.default_seats;
  const { table, token } = await create({
    game: game.name,
    seats: Array.from({ length: seats }, (_, seat) =>
      seat ? { kind: 'bot', level: BEGINNER } : { kind: 'here', name: ownName() },
    ),
    options: game.first_game,
    hints: true,
  });
  keep('guided', [table, ...kept<string[]>('guided', [])].slice(0, 20));
  keep(`met.${game.name}`, []);
  remember({
    id: table,
    game: game.name,
    title: game.title,
    key: token,
    who: 'against bots',
    over: false,
    at: Date.now(),
  });
  return table;
}

export class Guide {
  /** What is to be explained now; the first of them is shown. */
  notes = $state.raw<Note[]>([]);
  #link: TableLink;
  #asked = 0;

  constructor(link: TableLink) {
    this.#link = link;
  }

  /** Ask which rules came into play up to the table's number, and keep those that are new. */
  async follow(game: string, number: number): Promise<void> {
    const first = Math.max(this.#asked + 1, number - 12);
    this.#asked = Math.max(this.#asked, number);
    for (let at = first; at <= number; at++) {
      const { notes = [] } = await this.#link.send({ do: 'about', number: at });
      for (const note of notes) this.#add(game, note);
    }
  }

  /** The note has been read. */
  next(): void {
    this.notes = this.notes.slice(1);
  }

  #add(game: string, note: Note): void {
    const met = known(game);
    const called = `${note.rule ?? ''} ${note.title}`;
    if (met.includes(called)) return;
    keep(`met.${game}`, [...met, called]);
    this.notes = [...this.notes, note];
  }
}
