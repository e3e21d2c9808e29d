import type { TransitionConfig } from 'svelte/transition';
import { lasting } from '../lib/motion';

const LANDS = 0.62;
const SETTLE = 0.14;

/** How far above its place a falling piece is, as a part of its fall: it gains speed, lands, and settles. */
export function heightAt(t: number): number {
  if (t < LANDS) return 1 - (t / LANDS) ** 2;
  return 0;
}

/** How much it is pressed down after landing, in rows. */
export const pressAt = (t: number): number =>
  t < LANDS ? 0 : SETTLE * Math.sin(((t - LANDS) / (1 - LANDS)) * Math.PI * 2) * (1 - (t - LANDS) / (1 - LANDS));

/** A piece falls so many rows onto its place. */
export const fall = (_: Element, rows: number): TransitionConfig => ({
  duration: lasting(670),
  css: (t) => `transform: translateY(${-heightAt(t) * rows + pressAt(t) * (t < LANDS ? 0 : 1)}px)`,
});
