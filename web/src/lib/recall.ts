/** Playing from memory: what people are told while the game runs, at a table that asks them to remember the rest. */

import type { GameInfo, Happened, TableInfo } from './protocol';

/** Whether the table's options make people play from memory. */
export const isFromMemory = (game: GameInfo | undefined, table: TableInfo): boolean =>
  game?.options.some((option) => option.from_memory && table.options[option.name] === true) ?? false;

/** What happened since this seat's last turn; while it acts its present turn is told as well. A spectator (null) is told
 * the latest turn, and who plays alone the latest happening. */
export function sinceOwnTurn(
  story: readonly Happened[],
  seat: number | null,
  acting: boolean,
  alone = false,
): Happened[] {
  if (alone) return story.slice(-1);
  const actors = story.map((line) => (line.kind === 'action' ? line.seat : -1));
  const own = seat ?? actors.findLast((actor) => actor >= 0) ?? -1;
  const others = actors.findLastIndex((actor) => actor >= 0 && actor !== own);
  if (seat === null) return story.slice(others + 1);
  const ended = acting ? actors.slice(0, others + 1).lastIndexOf(own) : actors.lastIndexOf(own);
  return story.slice(ended + 1);
}
