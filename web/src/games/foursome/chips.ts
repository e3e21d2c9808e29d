/** Chips: a colour and a shape for each. */

import type { Box } from './cards';

export const CHIP_COLOURS = ['#f2a71b', '#2f7fd0', '#2f9e5f', '#a04f9b'];
export const CHIP_MARKS = [
  'M0-.15A.15 .15 0 1 1 0 .15A.15 .15 0 1 1 0-.15Z',
  'M-.14-.14H.14V.14H-.14Z',
  'M0-.17L.17 .13H-.17Z',
  'M0-.18L.17 0L0 .18L-.17 0Z',
];

/** The colour of a chip on the board, and whether it is locked. */
export const chipOf = ({ chips }: Box, chip: number): { colour: number; locked: boolean } => ({
  colour: (chip - 1) % chips.length,
  locked: chip > chips.length,
});

/** The chip colour that a seat plays: its own, or its team's. */
export const colourOf = ({ colours }: Box, seats: number, seat: number): number => colours[seats]?.[seat] ?? 0;
