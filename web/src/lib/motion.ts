import { prefersReducedMotion } from 'svelte/motion';

/** How long a movement takes: no time for those who want none. */
export const lasting = (milliseconds: number): number => (prefersReducedMotion.current ? 0 : milliseconds);
