/** The pictures in a game's rules, and what draws them: fetched when the rules are shown. */

import type { Component } from 'svelte';
import { lookOf, type BoardProps, type FigureProps, type Look } from '../games';
import { diagrams } from './api';
import { catalogue } from './catalogue.svelte';
import type { DiagramInfo } from './protocol';

export class Illustrations {
  diagrams = $state.raw(new Map<string, DiagramInfo>());
  Board = $state.raw<Component<BoardProps> | null>(null);
  Figure = $state.raw<Component<FigureProps> | null>(null);
  readonly #game: string;

  constructor(game: string) {
    this.#game = game;
  }

  get look(): Look | undefined {
    return lookOf(this.#game);
  }

  /** Fetch them; the rules can be read without. */
  async load(): Promise<void> {
    await catalogue.load();
    const look = this.look;
    const [found, board, figure] = await Promise.all([diagrams(this.#game), look?.Board(), look?.Figure?.()]);
    this.Board = board?.default ?? null;
    this.Figure = figure?.default ?? null;
    this.diagrams = new Map(found.map((diagram) => [diagram.name, diagram]));
  }
}
