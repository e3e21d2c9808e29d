/** What the server says about offers before they are played: what one would bring, and which a strong player would choose. */

import type { TableLink } from './link.svelte';
import type { Play } from './play.svelte';
import type { EffectsInfo, Mark, Offer } from './protocol';

/** Milliseconds that one must point at an offer before the server is asked what it would bring. */
const ASK_AFTER = 90;

export class Adviser {
  /** Why there is no hint. */
  trouble = $state('');
  #link: TableLink;
  #play: Play;
  /** What offers would bring, by action, as long as nothing happens. */
  #known = { number: -1, effects: new Map<number, EffectsInfo>() };

  constructor(link: TableLink, play: Play) {
    this.#link = link;
    this.#play = play;
  }

  /** Show what the offer that is pointed at would bring; the result ends the asking. */
  preview(): (() => void) | undefined {
    const { preview: offer, mine } = this.#play;
    const { number } = this.#link;
    if (this.#known.number !== number) this.#known = { number, effects: new Map() };
    const effects = offer && mine ? (this.#known.effects.get(offer.action) ?? null) : null;
    this.#play.effects = effects;
    if (!offer || !mine || effects) return;
    const asking = setTimeout(() => void this.#bring(offer.action), ASK_AFTER);
    return () => clearTimeout(asking);
  }

  async #bring(action: number): Promise<void> {
    const { effects } = this.#known;
    const answer = await this.#link.send({ do: 'effects', action, seat: this.#link.you.eye });
    if (!answer.effects) return;
    effects.set(action, answer.effects);
    if (this.#play.preview?.action === action && this.#known.effects === effects) this.#play.effects = answer.effects;
  }

  /** Ask for a hint, and show it. */
  async hint(): Promise<void> {
    const answer = await this.#link.send({ do: 'hint', seat: this.#link.you.eye });
    this.trouble = answer.ok ? '' : (answer.error?.reason ?? '');
    if (!answer.ok || !answer.offer) return;
    this.#play.others = answer.others ?? [];
    await this.advise(answer.offer, answer.reasons ?? []);
  }

  /** Show this offer as the hint: its words, and on the board what it would do. */
  async advise(offer: Offer, reasons: string[]): Promise<void> {
    const play = this.#play;
    play.hint = offer;
    play.reasons = reasons;
    play.hintMarks = [];
    const answer = await this.#link.send({ do: 'effects', action: offer.action, seat: this.#link.you.eye });
    if (play.hint?.action !== offer.action) return;
    play.hintMarks = (answer.effects?.marks ?? []).map((mark) => fromItsCard(mark, offer));
  }
}

/** The mark of what comes from a hand, as coming from the card that one touches first: one's own hand lies open. */
function fromItsCard(mark: Mark, offer: Offer): Mark {
  const [from = '', ...on] = mark.path;
  const card = offer.touches?.[0];
  return card && from.startsWith('seat:') ? { ...mark, path: [card, ...on] } : mark;
}
