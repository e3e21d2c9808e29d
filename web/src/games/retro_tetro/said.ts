/** Retro Tetro's arcade board in words, for those who do not see it. */

import { stacked } from '../../falling/stacked';
import { COLUMNS, halves, LETTERS, LINE, meeplePoints, printed, ROWS, SHAPE_NAMES } from './shapes';

/** What is printed on a square, where anything is. */
function markSaid(mark: string): string {
  if (mark === '.') return '';
  if (mark === '*') return 'gold';
  if (mark === 'p') return 'pink space';
  if (mark === '!') return 'hazard';
  return meeplePoints(mark) ? `meeple ${meeplePoints(mark)}` : `${SHAPE_NAMES[mark]} symbol`;
}

/** A column from the bottom: the shapes that lie in it, its holes, and what is printed on squares still free above. */
export function columnSaid(board: number[][], kinds: number[], x: number, advanced: boolean): string {
  const drops = Array.from({ length: ROWS }, (_, y) => board[y]?.[x] ?? 0);
  const height = drops.findLastIndex((drop) => drop > 0) + 1;
  const lying = drops.slice(0, height).map((drop, y) => {
    if (drop) return { key: drop, text: SHAPE_NAMES[LETTERS[(kinds[drop - 1] ?? 1) - 1] ?? 'P'] ?? '' };
    const mark = markSaid(printed(y, x, advanced));
    return { key: 0, text: mark ? `hole with ${mark}` : 'hole' };
  });
  const free = drops.flatMap((_, y) => {
    const mark = y < height ? '' : markSaid(printed(y, x, advanced));
    return mark ? [`${y + 1} ${mark}`] : [];
  });
  return free.length ? `${stacked(lying)}; free ${free.join(', ')}` : stacked(lying);
}

/** How far the half rows are filled that bring a coin. */
export function halfRowsSaid(board: number[][]): string {
  const said = Array.from({ length: ROWS }, (_, y) =>
    halves(y).map((half) => {
      const from = half === 'left' ? 0 : COLUMNS.length / 2;
      const squares = (board[y] ?? []).slice(from, from + COLUMNS.length / 2);
      const covered = squares.filter((drop) => drop > 0).length;
      const where = `row ${y + 1} ${COLUMNS[from]} to ${COLUMNS[from + squares.length - 1]}`;
      return `${where} ${covered === squares.length ? 'filled' : `${covered} of ${squares.length}`}`;
    }),
  ).flat();
  return `Half rows worth a coin: ${said.join(', ')}. The green line is above row ${LINE}.`;
}
