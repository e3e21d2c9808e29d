/** Retro Tetro's arcade board in words, for those who do not see it. */

import { stacked } from '../../falling/stacked';
import { halvesOf, letterOf, meeplePoints, nameOfShape, printed, type Box } from './shapes';

/** What is printed on a square, where anything is. */
function markSaid(facts: Box, mark: string): string {
  if (mark === '.') return '';
  if (mark === '*') return 'gold';
  if (mark === 'p') return 'pink space';
  if (mark === '!') return 'hazard';
  const points = meeplePoints(facts, mark);
  return points ? `meeple ${points}` : `${nameOfShape(facts, mark)} symbol`;
}

/** A column from the bottom: the shapes that lie in it, its holes, and what is printed on squares still free above. */
export function columnSaid(facts: Box, board: number[][], kinds: number[], x: number, advanced: boolean): string {
  const drops = Array.from({ length: facts.rows }, (_, y) => board[y]?.[x] ?? 0);
  const height = drops.findLastIndex((drop) => drop > 0) + 1;
  const lying = drops.slice(0, height).map((drop, y) => {
    if (drop) return { key: drop, text: nameOfShape(facts, letterOf(facts, kinds, drop)) };
    const mark = markSaid(facts, printed(facts, y, x, advanced));
    return { key: 0, text: mark ? `hole with ${mark}` : 'hole' };
  });
  const free = drops.flatMap((_, y) => {
    const mark = y < height ? '' : markSaid(facts, printed(facts, y, x, advanced));
    return mark ? [`${y + 1} ${mark}`] : [];
  });
  return free.length ? `${stacked(lying)}; free ${free.join(', ')}` : stacked(lying);
}

/** How far the half rows are filled that bring a coin. */
export function halfRowsSaid(facts: Box, board: number[][]): string {
  const { columns, rows, line } = facts;
  const said = Array.from({ length: rows }, (_, y) =>
    halvesOf(facts, y).map(({ from, to }) => {
      const squares = (board[y] ?? []).slice(from, to);
      const covered = squares.filter((drop) => drop > 0).length;
      const where = `row ${y + 1} ${columns[from]} to ${columns[to - 1]}`;
      return `${where} ${covered === squares.length ? 'filled' : `${covered} of ${squares.length}`}`;
    }),
  ).flat();
  return `Half rows worth a coin: ${said.join(', ')}. The green line is above row ${line}.`;
}
