/** A game's board and facts, fetched once its game is known, so that a table never appears without them. */

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
      if (name !== undefined) void this.#fetch(name);
    });
  }

  get look(): Look | undefined {
    const game = this.#game();
    return game === undefined ? undefined : lookOf(game);
  }

  /** Whether the game hides nothing, so that you can pass one screen round without a curtain. The server says so. */
  get open(): boolean {
    const game = this.#game();
    return game !== undefined && catalogue.find(game)?.hides === false;
  }

  /** Whether there is nothing to wait for: board and facts are here, or can't be had, or the game has no board. */
  get settled(): boolean {
    const game = this.#game();
    if (this.Board !== null || this.failed || game === undefined) return true;
    return !hasBoard(game) && catalogue.find(game) !== undefined;
  }

  async #fetch(game: string): Promise<void> {
    try {
      await catalogue.load();
      this.Board = (await lookOf(game)?.Board())?.default ?? null;
      this.failed = this.Board === null && hasBoard(game);
    } catch {
      this.failed = true;
    }
  }
}
