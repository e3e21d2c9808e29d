/** What people have said that has not been in sight yet. */

import type { TableLink } from './link.svelte';

export class Unread {
  #link: TableLink;
  /** How many things people had said, of this many all told, when the story was last in sight. */
  #seen = $state(0);
  #inSight = false;

  constructor(link: TableLink) {
    this.#link = link;
  }

  get #said(): number {
    const { story, you } = this.#link;
    return story.filter(({ kind, seat }) => kind === 'chat' && !you.seats.includes(seat)).length;
  }

  get count(): number {
    return Math.max(0, this.#said - this.#seen);
  }

  /** Note that all has been seen, if it is in sight. */
  look(): void {
    if (this.#inSight) this.#seen = this.#said;
  }

  /** Watch whether this element, which shows what people say, is in sight. */
  watch = (element: HTMLElement): { destroy: () => void } => {
    const observer = new IntersectionObserver((entries) => {
      this.#inSight = entries.some(({ isIntersecting }) => isIntersecting);
      this.look();
    });
    observer.observe(element);
    return { destroy: () => observer.disconnect() };
  };
}
