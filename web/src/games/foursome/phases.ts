/** Foursome's phases in which others than the active seat act. */

/** The holder of the card that was read puts a chip on it. */
export const GOT_IT = 6;
/** Everybody may STEAL what was read. */
export const ASKED = 7;
