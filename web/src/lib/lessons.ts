/** Which lessons this browser has seen done, by game. */

const NAME = 'tetracade.lessons';

function read(): Record<string, number[]> {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '{}') as Record<string, number[]>;
  } catch {
    return {};
  }
}

/** The lessons of the game that are done, from 0. */
export const lessonsDone = (game: string): number[] => read()[game] ?? [];

/** Remember that a lesson is done. */
export function lessonDone(game: string, lesson: number): void {
  const done = lessonsDone(game);
  if (done.includes(lesson)) return;
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...read(), [game]: [...done, lesson].sort((a, b) => a - b) }));
  } catch {
    // private windows may refuse; the lessons go on without a memory
  }
}
