/** A game that is over, step by step: its record, from the server or as this browser keeps it, and where one is in it. */

import { hasBoard } from '../games';
import { glanceAt, record, Refusal, replay } from './api';
import { finishedGame, keptRecord } from './history';
import { hurry, lastingOf } from './motion';
import type { Glance, Happened, Replay, SeatInfo } from './protocol';
import { settings } from './settings.svelte';
import { stage } from './stage';

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** Milliseconds from one step to the next, at least; more where there is more to see. */
const STEP = 900;
const AFTERWARDS = 250;
/** As many outcomes in a row make one line of the list: dealing. */
const DEALING = 4;

/** A line of the list: the step it leads to, and what happened there; several outcomes in a row are told as one. */
export interface Line {
  at: number;
  happened: Happened | null;
  dealt: number;
}

/** Why there is no replay, in words, and whether the table is the place to go. */
export class NoReplay extends Error {
  constructor(
    reason: string,
    readonly toTable = false,
  ) {
    super(reason);
  }
}

const isOutcome = (step: Replay['steps'][number] | undefined): boolean => step?.happened?.kind === 'outcome';

/** What happened, as lines of a list. */
export function linesOf(steps: Replay['steps']): Line[] {
  const lines: Line[] = [];
  for (let at = 1; at < steps.length; at++) {
    let last = at;
    while (isOutcome(steps[at]) && isOutcome(steps[last + 1])) last++;
    const dealt = last - at + 1;
    if (dealt < DEALING) lines.push({ at, happened: steps[at]?.happened ?? null, dealt: 1 });
    else {
      lines.push({ at: last, happened: null, dealt });
      at = last;
    }
  }
  return lines;
}

export class Replaying {
  game = $state.raw<Replay | null>(null);
  at = $state(0);
  running = $state(false);
  speed = $state<number>(1);
  eye = $state<number | null>(null);
  seats = $state.raw<SeatInfo[]>([]);
  /** The seats held here. */
  own = $state.raw<number[]>([]);
  /** The table as it is now, where it still is. */
  glance = $state.raw<Glance | null>(null);
  text = '';
  plays = 1;

  readonly lines = $derived(linesOf(this.game?.steps ?? []));
  readonly step = $derived(this.game?.steps[this.at]);
  readonly last = $derived((this.game?.steps.length ?? 1) - 1);

  constructor(
    readonly id: string,
    readonly key: string,
  ) {}

  /** Whether anybody with a link may see this replay. */
  get isOpenToAll(): boolean {
    const { glance } = this;
    return glance !== null && (glance.spectators === 'all_after_end' || (glance.spectators !== 'none' && !this.hides));
  }
  hides = true;

  /** Fetch the game, the table's latest unless a number is given; NoReplay says why that can't be. */
  async load(plays: number | null, eye: number | null, hides: (game: string) => boolean): Promise<void> {
    const known = finishedGame(this.id, plays);
    this.text = await this.#fetched(plays ?? known?.plays ?? null);
    const seats = finishedGame(this.id, this.plays)?.seats ?? this.#seatsNow();
    this.seats = seats.map((seat) => ({ ...seat, here: true, wins: 0 })); // as nobody was away, and before anybody won
    this.own = known?.own ?? this.glance?.you.seats ?? [];
    await this.lookAs(eye);
    this.hides = this.game ? hides(this.game.game) : true;
  }

  /** Who sits at the table; of an earlier game only the seats are known, since people may have changed theirs. */
  #seatsNow(): SeatInfo[] {
    const { glance } = this;
    if (!glance) return [];
    return glance.plays === this.plays ? glance.seats : glance.seats.map((seat) => ({ ...seat, name: '' }));
  }

  async #fetched(plays: number | null): Promise<string> {
    const kept = plays === null ? undefined : await keptRecord(this.id, plays).catch(() => undefined);
    try {
      const glance = (this.glance = await glanceAt(this.id, this.key));
      this.plays = plays ?? glance.plays;
      if (kept !== undefined) return kept;
      if (this.plays === glance.plays && glance.phase !== 'over')
        throw new NoReplay('This game isn’t over yet. You can watch its replay once it has ended.', true);
      const text = await record(this.id, this.key, this.plays);
      if (!/^(\d+|\*) \?$/m.test(text)) return text;
      throw new NoReplay('At this table hands stay hidden, so only those who played can watch the replay.', true);
    } catch (error) {
      if (kept !== undefined) {
        this.plays = plays ?? 1;
        return kept;
      }
      throw error instanceof Refusal && error.error.code === 'forbidden' ? forbidden(error) : error;
    }
  }

  /** See the game as this seat did, hand and all, or (null) as everybody might. */
  async lookAs(eye: number | null): Promise<void> {
    const name = /^game (\S+)/m.exec(this.text)?.[1] ?? '';
    const found = await replay(this.text, eye, !hasBoard(name));
    this.eye = eye;
    this.game = found;
  }

  /** Go to a step, and stand still there. */
  go(to: number): void {
    this.running = false;
    const at = Math.max(0, Math.min(to, this.last));
    if (at === this.at + 1) this.#forth();
    else this.at = at;
  }

  /** Begin or stop running; from the end it begins again. */
  toggle(): void {
    this.running = !this.running;
    if (this.running && this.at === this.last) this.at = 0;
  }

  /** While it runs, go on after a time; returns what stops that. */
  run(): () => void {
    const next = this.game?.steps[this.at]?.happened;
    const shown = next ? lastingOf(next) * settings.pace : 0;
    const timer = setTimeout(
      () => {
        if (this.at < this.last) this.#forth();
        if (this.at >= this.last) this.running = false;
      },
      Math.max(STEP, shown + AFTERWARDS) / this.speed,
    );
    return () => clearTimeout(timer);
  }

  /** One step on, with what is to be seen of it. */
  #forth(): void {
    const happened = this.game?.steps[this.at + 1]?.happened;
    if (!happened) {
      this.at++;
      return;
    }
    const milliseconds = (lastingOf(happened) * settings.pace) / this.speed;
    hurry(milliseconds, happened);
    const show = stage(happened, milliseconds);
    this.at++;
    show();
  }
}

function forbidden(error: Refusal): NoReplay {
  return error.message.includes('spectators')
    ? new NoReplay(
        'The players of this table keep it to themselves. If you played there, open the replay in the browser you played in.',
      )
    : new NoReplay(
        'You need a link to see this replay. Anyone who played can copy one for you with “Copy link to this moment”.',
      );
}
