/** A game's board, fetched once its game is known, so that a table is shown whole and never without its board. */

import type { Component } from 'svelte';
import type { BoardProps, Look } from '../games';

export class Fetched {
  Board = $state.raw<Component<BoardProps> | null>(null);
  failed = $state(false);
  readonly #look: () => Look | undefined;

  constructor(look: () => Look | undefined) {
    this.#look = look;
    $effect(() => {
      look()
        ?.Board()
        .then(
          (module) => (this.Board = module.default),
          () => (this.failed = true),
        );
    });
  }

  /** Whether there is nothing to wait for: the board is here, cannot be had, or the game has none. */
  get settled(): boolean {
    return this.Board !== null || this.failed || !this.#look();
  }
}
