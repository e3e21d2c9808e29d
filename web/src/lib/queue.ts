/** One queue between the connection and the board: what happened is played one after the other, each for its time. */

/** Something to be played. */
export interface Beat {
  /** Milliseconds it takes at normal speed. */
  lasts: number;
  /** Milliseconds to wait after it, until somebody has seen it; not part of the time that others may take. */
  pause?: number;
  /** Milliseconds to wait before it, for a touch of whoever is to begin. */
  ready?: number;
  /** The wait before it begins. */
  awaits?: () => void;
  /** Let it happen; it is to be seen for so many milliseconds, 0 for at once. */
  play: (milliseconds: number) => void;
  /** The pause after it begins. */
  rests?: () => void;
}

/** What happens meanwhile never makes anybody wait longer than this in all. */
export const MOST_BACKLOG = 2500;
export const MOST_PAUSE = 4000;

export class Queue {
  #beats: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #spent = 0;
  #readied: Beat | null = null;
  /** What has just been played and is still to be paused for, or is being paused for. */
  #shown: Beat | null = null;
  #pausing = false;
  #pace: () => number;
  #changed: (busy: boolean) => void;

  /** `pace` is what durations are multiplied by, 0 to play all at once; `changed` hears when playing begins and ends. */
  constructor(pace: () => number, changed: (busy: boolean) => void = () => {}) {
    this.#pace = pace;
    this.#changed = changed;
  }

  get busy(): boolean {
    return this.#timer !== undefined;
  }

  add(...beats: Beat[]): void {
    this.#beats.push(...beats);
    if (!this.busy) this.#next();
  }

  /** Play all that is left at once. */
  skip(): void {
    this.#stop();
    while (this.#beats.length) this.#beats.shift()?.play(0);
    this.#settle();
  }

  /** End the wait before or after something, and go on. */
  goOn(): void {
    if (!this.busy) return;
    this.#stop();
    this.#next();
  }

  /** Wait for nobody any more, neither now nor before or after what is left: time has begun to run. */
  waitForNobody(): void {
    for (const beat of [this.#shown, ...this.#beats]) if (beat) beat.pause = beat.ready = 0;
    if (this.#pausing || this.#readied === this.#beats[0]) this.goOn();
  }

  /** Forget what is left. */
  clear(): void {
    this.#stop();
    this.#beats = [];
    this.#settle();
  }

  #next(): void {
    this.#timer = undefined;
    this.#shown = null;
    this.#pausing = false;
    while (this.#beats.length) {
      const beat = this.#beats[0] as Beat;
      const pace = this.#pace();
      if (pace && beat.ready && this.#readied !== beat) {
        this.#readied = beat;
        beat.awaits?.();
        this.#wait(beat.ready, () => this.#next());
        return;
      }
      const milliseconds = this.#share(beat, pace);
      this.#beats.shift();
      this.#spent += milliseconds;
      beat.play(milliseconds);
      const pauses = pace > 0 && (beat.pause ?? 0) > 0;
      if (milliseconds <= 0 && !pauses) continue;
      this.#shown = beat;
      this.#wait(milliseconds, () => (pauses ? this.#rest(beat) : this.#next()));
      return;
    }
    this.#settle();
  }

  /** Pause until it was seen, unless time runs by now. */
  #rest(beat: Beat): void {
    const pause = Math.min(MOST_PAUSE, beat.pause ?? 0);
    if (!pause) {
      this.#next();
      return;
    }
    this.#pausing = true;
    beat.rests?.();
    this.#wait(pause, () => this.#next());
  }

  /** The time for this one: less than it would like where all that waits would take too long. */
  #share(beat: Beat, pace: number): number {
    const wanted = beat.lasts * pace;
    if (!wanted) return 0;
    const all = this.#beats.reduce((sum, { lasts }) => sum + lasts * pace, 0);
    return wanted * Math.min(1, Math.max(0, MOST_BACKLOG - this.#spent) / all);
  }

  #wait(milliseconds: number, then: () => void): void {
    const began = this.#timer === undefined;
    this.#timer = setTimeout(then, milliseconds);
    if (began) this.#changed(true);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #settle(): void {
    this.#spent = 0;
    this.#readied = this.#shown = null;
    this.#pausing = false;
    this.#changed(false);
  }
}
