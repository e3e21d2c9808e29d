/** The games' looks: a folder each, found by being here. The shell names no game. */

import type { Component } from 'svelte';
import type { Play } from '../lib/play.svelte';
import type { Value, View } from '../lib/protocol';

export interface BoardProps {
  view: View;
  play: Play;
}

export interface Look {
  /** The game's place in the list of games. */
  order: number;
  /** The game's own colour, for light and for dark. */
  accent: [string, string];
  /** The picture on the home page. */
  Cover: Component;
  /** The board, loaded when it is needed. */
  Board: () => Promise<{ default: Component<BoardProps> }>;
  /** Places that the board draws; all others become buttons. */
  draws: (place: string) => boolean;
  /** Whether nothing is hidden, so that one screen can be passed round without a curtain. */
  open: boolean;
  /** What to touch next, as a short sentence, from the kinds of place that are lit, the places picked, and the view. */
  guide: (kinds: Set<string>, picked: readonly string[], view: View) => string;
  /** The question everyone is asked at once, where this is such a moment. */
  asks?: (view: View) => string | null;
  /** Playing alone, where the game has a way: what it is called, and with which options. */
  alone?: { called: string; options: Record<string, Value> };
  /** The colour of each seat's mark, where the game gives it one. */
  colours?: (view: View, seat: number) => string;
  /** A number to show for each seat, such as points, from the view. */
  tally?: (view: View, seat: number) => { value: string; what: string }[];
}

const found = import.meta.glob<{ default: Look }>('./*/look.ts', { eager: true });
const looks = new Map(Object.entries(found).map(([path, module]) => [path.split('/')[1] ?? '', module.default]));

export const lookOf = (game: string): Look | undefined => looks.get(game);
export const orderOf = (game: string): number => looks.get(game)?.order ?? 99;
