/** A game's board and facts, fetched once its game is known, so that a table is shown whole and never without its board. */

import type { Component } from 'svelte';
import { hasBoard, lookOf, type BoardProps, type Look } from '../games';
import { catalogue } from './catalogue.svelte';

export class Fetched {
  Board = $state.raw<Component<BoardProps> | null>(null);
  failed = $state(false);
  readonly #game: () => string | undefined;

  constructor(game: () => string | undefined) {
    this.#game = game;
    $effect(() => {
      const name = game();
      if (name !== undefined && hasBoard(name)) void this.#fetch(name);
    });
  }

  get look(): Look | undefined {
    const game = this.#game();
    return game === undefined ? undefined : lookOf(game);
  }

  /** Whether there is nothing to wait for: the board is here, cannot be had, or the game has none. */
  get settled(): boolean {
    const game = this.#game();
    return this.Board !== null || this.failed || game === undefined || !hasBoard(game);
  }

  async #fetch(game: string): Promise<void> {
    try {
      await catalogue.load();
      this.Board = (await lookOf(game)?.Board())?.default ?? null;
      this.failed = this.Board === null;
    } catch {
      this.failed = true;
    }
  }
}
