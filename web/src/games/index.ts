/** How each game looks: a folder each, found by being here. The shell names no game. */

import type { Component } from 'svelte';
import type { Best, Finished } from '../lib/bests';
import { catalogue } from '../lib/catalogue.svelte';
import type { Play } from '../lib/play.svelte';
import type { GameInfo, Value, View } from '../lib/protocol';

type AnyFacts = GameInfo['facts'];

export interface BoardProps<F = AnyFacts> {
  view: View;
  play: Play;
  /** What the game's box says: sizes, shapes, names. */
  facts: F;
}

export interface FigureProps<F = AnyFacts> {
  /** Which figure: as the rules name it. */
  name: string;
  facts: F;
}

export interface MapProps<F = AnyFacts> {
  facts: F;
  /** How the series stands that is being played, as it is saved; empty if there is none. */
  stands: string;
  bests: Record<string, Best>;
}

/** Playing alone: what it is called, with which options it begins, and what to go for. */
export interface Alone<F> {
  called: string;
  options: Record<string, Value>;
  goal: (facts: F) => string;
  /** What a finished game counts for among one's best results; null if for nothing. */
  finished: (view: View, points: number, won: boolean) => Finished | null;
  /** The way through it, where it has several stations. */
  Map?: () => Promise<{ default: Component<MapProps<F>> }>;
}

/** What a game's `look.ts` says. `facts` come from the server, so that no number of a box stands here. */
export interface Drawn<F> {
  /** The game's place in the list of games. */
  order: number;
  /** The game's own colour, for light and for dark. */
  accent: [string, string];
  /** The picture on the home page. */
  Cover: Component<{ facts: F }> | Component<Record<string, never>>;
  /** The board, loaded when it is needed. */
  Board: () => Promise<{ default: Component<BoardProps<F>> }>;
  /** What the rules show beside diagrams: tables and pictures of what the box says. */
  Figure?: () => Promise<{ default: Component<FigureProps<F>> }>;
  /** Places that the board draws; all others become buttons. */
  draws: (place: string) => boolean;
  /** What to touch next, as a short sentence, from the kinds of place that are lit, the places picked, and the view. */
  guide: (kinds: Set<string>, picked: readonly string[], view: View, facts: F) => string;
  /** The question everyone is asked at once, where this is such a moment. */
  asks?: (view: View, facts: F) => string | null;
  /** Playing alone, where the game has a way: what it is called, and with which options. */
  alone?: Alone<F>;
  /** Whether what happened reads differently once the game is over, so that it is to be told again. */
  retold?: (view: View, facts: F) => boolean;
  /** The colour of each seat's mark, where the game gives it one. */
  colours?: (seats: number, seat: number, facts: F) => string;
  /** How options are worded in set-up; the server's own words stand for the others. */
  wording?: Record<string, Wording>;
  /** What an option's value looks like, as rows of `#`, where a picture says more than its name. */
  pictured?: (option: string, value: Value, facts: F) => string[] | undefined;
  /** Numbers to show for each seat, such as points. */
  tally?: (view: View, seat: number, facts: F) => Tally[];
}

/** How an option is asked for in set-up. */
export interface Wording {
  asks: string;
  /** What its values are called. */
  values?: Record<string, string>;
  /** Whether all other values name seats, in their order: then only those who sit are named. */
  seats?: boolean;
}

export interface Tally {
  value: string;
  what: string;
}

/** A game's look with its facts put in. */
export interface Look extends Pick<Drawn<AnyFacts>, 'accent' | 'Board' | 'Figure' | 'draws' | 'alone'> {
  Cover: Component<{ facts: AnyFacts }>;
  facts: AnyFacts;
  guide: (kinds: Set<string>, picked: readonly string[], view: View) => string;
  asks: (view: View) => string | null;
  /** Whether there are questions that all are asked at once. */
  reacts: boolean;
  retold: (view: View) => boolean;
  wording: Record<string, Wording>;
  pictured: (option: string, value: Value) => string[] | undefined;
  colour: (seats: number, seat: number) => string | undefined;
  tally: (view: View, seat: number) => Tally[];
}

const found = import.meta.glob<{ default: Drawn<AnyFacts> }>('./*/look.ts', { eager: true });
const drawn = new Map(Object.entries(found).map(([path, module]) => [path.split('/')[1] ?? '', module.default]));
const looks = new Map<string, Look>();

/** Whether the page has a board for the game; one it has none for is drawn as text. */
export const hasBoard = (game: string): boolean => drawn.has(game);

/** The game's look, once its facts are here; none for a game without a board. */
export function lookOf(game: string): Look | undefined {
  const one = drawn.get(game);
  const facts = catalogue.find(game)?.facts;
  if (!one || !facts) return undefined;
  const look = looks.get(game) ?? withFacts(one, facts);
  looks.set(game, look);
  return look;
}

const withFacts = (one: Drawn<AnyFacts>, facts: AnyFacts): Look => ({
  ...one,
  Cover: one.Cover as Component<{ facts: AnyFacts }>,
  facts,
  guide: (kinds, picked, view) => one.guide(kinds, picked, view, facts),
  asks: (view) => one.asks?.(view, facts) ?? null,
  reacts: one.asks !== undefined,
  retold: (view) => one.retold?.(view, facts) ?? false,
  wording: one.wording ?? {},
  pictured: (option, value) => one.pictured?.(option, value, facts),
  colour: (seats, seat) => one.colours?.(seats, seat, facts),
  tally: (view, seat) => one.tally?.(view, seat, facts) ?? [],
});

export const orderOf = (game: string): number => drawn.get(game)?.order ?? 99;
