/** An analysis of a table's game: asked for, followed while it grows, deeper on request, cancelled. */

import { analyseTable, analysisNow, cancelAnalysis, Refusal } from '../lib/api';
import type { AnalysisProgress } from '../lib/protocol';

export type Closely = 'usual' | 'deep';

/** Seconds the server may take to answer, so that the graph grows about once in this time. */
const WAIT = 1;

export class Analysing {
  /** The latest there is: what is being worked out, or what was found. */
  progress = $state.raw<AnalysisProgress | null>(null);
  /** How closely it was looked, once something was found. */
  setting = $state<Closely | null>(null);
  running = $state<Closely | null>(null);
  /** How much of it is done, from 0 to 1. */
  done = $state(0);
  failed = $state('');
  /** Whether the work hasn't begun: the first analysis of a game is compiled first. */
  preparing = $state(false);
  #digest = '';
  #turn = 0;

  constructor(
    readonly table: string,
    readonly key: string,
  ) {}

  /** Ask for the analysis and follow it to its end; what is shown stays until there is something better. */
  async start(setting: Closely): Promise<void> {
    const turn = ++this.#turn;
    this.running = setting;
    this.failed = '';
    this.done = 0;
    try {
      let now = await analyseTable(this.table, this.key, setting);
      while (turn === this.#turn) {
        if (now.own) {
          this.failed = 'The game isn’t over yet. Come back when it is.';
          break;
        }
        this.#digest = now.digest;
        this.preparing = now.total === 0;
        this.done = now.total ? now.done / now.total : 0;
        if (now.analysis || !this.progress?.analysis) this.progress = now;
        if (now.analysis) {
          this.setting = setting;
          break;
        }
        now = await analysisNow(now.digest, WAIT);
      }
    } catch (error) {
      if (turn === this.#turn)
        this.failed = error instanceof Refusal ? error.message : 'Something went wrong. Try again.';
    }
    if (turn === this.#turn) this.running = null;
  }

  /** Give up what is being worked out; what was found before stays. */
  async cancel(): Promise<void> {
    const digest = this.#digest;
    this.leave();
    this.running = null;
    if (digest) await cancelAnalysis(digest).catch(() => undefined);
  }

  /** Stop following it; the server forgets what nobody asks for. */
  leave(): void {
    this.#turn++;
  }
}
