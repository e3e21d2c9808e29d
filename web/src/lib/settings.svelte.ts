/** How one likes the page: how fast things move, sounds, hints, warnings on the board. Kept in this browser. */

import { prefersReducedMotion } from 'svelte/motion';
import { kept, keep } from './memory';

export const SPEEDS = ['relaxed', 'normal', 'quick', 'none'] as const;
export type Speed = (typeof SPEEDS)[number];

/** How much longer or shorter everything takes. */
const FACTORS: Record<Speed, number> = { relaxed: 1.7, normal: 1, quick: 0.4, none: 0 };

class Settings {
  #speed = $state<Speed>(kept<Speed>('speed', 'normal'));
  #sound = $state(kept('sound', true));
  #warnings = $state(kept('warnings', true));
  #hints = $state(kept('hints', true));

  get speed(): Speed {
    return this.#speed;
  }
  set speed(chosen: Speed) {
    this.#speed = chosen;
    keep('speed', chosen);
    this.apply();
  }

  /** Let the page's own small movements stop, too, where none are wanted. */
  apply(): void {
    document.documentElement.dataset.motion = this.#speed;
  }

  get sound(): boolean {
    return this.#sound;
  }
  set sound(on: boolean) {
    this.#sound = on;
    keep('sound', on);
  }

  /** Whether the page offers hints. */
  get hints(): boolean {
    return this.#hints;
  }
  set hints(on: boolean) {
    this.#hints = on;
    keep('hints', on);
  }

  /** Whether dangers are shown on the board. */
  get warnings(): boolean {
    return this.#warnings;
  }
  set warnings(on: boolean) {
    this.#warnings = on;
    keep('warnings', on);
  }

  /** What durations are multiplied by; 0 for those who want no motion. */
  get pace(): number {
    return prefersReducedMotion.current ? 0 : (FACTORS[this.#speed] ?? 1);
  }
}

export const settings = new Settings();
