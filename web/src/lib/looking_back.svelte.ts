/** Looking back: the table at an earlier moment as this eye saw it, while the game goes on. */

import type { TableLink } from './link.svelte';
import type { Happened, View } from './protocol';

const HAPPENED = new Set<Happened['kind']>(['action', 'outcome']);

/** Whether the table can be shown as it was right after this line. */
export const canRecall = ({ kind, number }: Happened): boolean => number !== undefined && HAPPENED.has(kind);

/** How many of the things that happened at its number had happened with this line of the story. */
export function stepOf(story: readonly Happened[], at: number): number {
  const number = story[at]?.number;
  return story.slice(0, at + 1).filter((line) => line.number === number && HAPPENED.has(line.kind)).length;
}

export class LookingBack {
  /** The line of the story that is shown, and the view at that moment; null is now. */
  line = $state.raw<Happened | null>(null);
  view = $state.raw<View>({});
  standing = $state.raw<Record<string, number>[]>([]);
  trouble = $state('');
  #link: TableLink;
  #asked = 0;

  constructor(link: TableLink) {
    this.#link = link;
  }

  /** Show the table as it was right after this line. */
  async show(line: Happened): Promise<void> {
    const { story } = this.#link;
    const at = story.indexOf(line);
    if (at < 0 || line.number === undefined) return;
    if (!story.slice(at + 1).some(canRecall)) {
      this.now();
      return;
    }
    const asked = ++this.#asked;
    const answer = await this.#link.send({ do: 'recall', number: line.number, step: stepOf(story, at) });
    if (asked !== this.#asked) return;
    this.trouble = answer.ok ? '' : (answer.error?.reason ?? '');
    if (!answer.view) return;
    this.view = answer.view;
    this.standing = answer.standing ?? [];
    this.line = line;
  }

  /** Go one thing back, or forth; after the last comes the present. */
  step(by: 1 | -1): void {
    const lines = this.#link.story.filter(canRecall);
    const at = this.line ? lines.indexOf(this.line) : lines.length - 1;
    const next = lines[at + by];
    if (next) void this.show(next);
    else if (by > 0) this.now();
  }

  now(): void {
    this.#asked++;
    this.line = null;
    this.trouble = '';
  }
}
