/** What one may do on a board: the legal offers, narrowed by the places touched so far. It knows no rules. */

import type { Cheered, EffectsInfo, Happened, Mark, Offer, OtherHint, Refused, SeatInfo } from './protocol';
import { alike, leadsOn } from './touches';

export type Doing = (offer: Offer) => void;
export type Asking = (touches: string[]) => void;

/** The attributes of a place on a board that one can focus and touch. */
export interface Place {
  'data-place': string;
  role: 'button';
  tabindex: 0 | -1;
  'aria-label': string;
  'aria-pressed': boolean | undefined;
  'aria-disabled': boolean | undefined;
  class: string;
  onclick: (event: MouseEvent) => void;
  onkeydown: (event: KeyboardEvent) => void;
  onpointerenter: (event: PointerEvent) => void;
  onpointerleave: () => void;
  onfocus: (event: FocusEvent) => void;
  onblur: () => void;
}

const sameOffers = (some: Offer[], others: Offer[]): boolean =>
  some.length === others.length && some.every(({ action }, at) => action === others[at]?.action);

export class Play {
  offers = $state.raw<Offer[]>([]);
  picked = $state.raw<string[]>([]);
  hovered = $state<string | null>(null);
  focused = $state<string | null>(null);
  /** Chosen by touch, waiting to be confirmed. */
  armed = $state.raw<Offer | null>(null);
  /** The place that a finger or the stepping buttons point at, before it counts. */
  pointed = $state<string | null>(null);
  busy = $state(false);
  /** An answer is in, and counts when everybody has had the time to give theirs. */
  answered = $state(false);
  refused = $state.raw<Refused | null>(null);
  last = $state.raw<Happened | null>(null);
  hint = $state.raw<Offer | null>(null);
  /** What speaks for the hint, what it would show on the board, and what else looks good. */
  reasons = $state.raw<string[]>([]);
  hintMarks = $state.raw<Mark[]>([]);
  others = $state.raw<OtherHint[]>([]);
  /** What the offer under the pointer would bring, once the server has said it. */
  effects = $state.raw<EffectsInfo | null>(null);
  /** Whether something has just hit one's own seat, and is being told. */
  hit = $state(false);
  /** The card that came last in one's own turn. */
  fresh = $state<string | null>(null);
  /** What waits for a touch of one's own before it is shown: a roll. */
  awaited = $state.raw<Happened | null>(null);
  /** Goes on with it. */
  goOn: () => void = () => {};
  /** Places that a lesson points out. */
  pointers = $state.raw<string[]>([]);
  seats = $state.raw<SeatInfo[]>([]);
  acting = $state.raw<number[]>([]);
  eye = $state<number | null>(null);
  over = $state(false);
  /** Who has cheered the winners, and how. */
  cheers = $state.raw<Cheered[]>([]);

  candidates = $derived(this.offers.filter((offer) => leadsOn(offer.touches ?? [], this.picked)));
  next = $derived(new Set(this.candidates.flatMap((offer) => leadsOn(offer.touches ?? [], this.picked) ?? [])));
  first = $derived(new Set(this.offers.flatMap((offer) => leadsOn(offer.touches ?? [], []) ?? [])));
  complete = $derived(this.candidates.find((offer) => (offer.touches?.length ?? 0) === this.picked.length) ?? null);
  mine = $derived(this.offers.length > 0 && !this.busy && !this.answered);
  /** The one offer that the place under the pointer or the focus would make. */
  preview = $derived.by<Offer | null>(() => {
    if (this.armed) return this.armed;
    const place = this.hovered ?? this.pointed ?? this.focused;
    if (place === null) return null;
    const found = this.after(place);
    return found.length === 1 ? (found[0] ?? null) : null;
  });

  #do: Doing;
  #ask: Asking;
  #touching = false;

  constructor(act: Doing, why: Asking) {
    this.#do = act;
    this.#ask = why;
  }

  /** Take new offers, also while an action is on its way; places picked for the old ones are kept while they still lead somewhere. */
  setOffers(offers: Offer[]): void {
    if (this.over || !sameOffers(offers, this.offers)) this.refused = null;
    this.offers = offers;
    this.armed = null;
    this.pointed = null;
    this.answered = false;
    this.forgetHint();
    while (this.picked.length && this.candidates.length === 0) this.picked = this.picked.slice(0, -1);
    if (!offers.length) this.picked = [];
  }

  forgetHint(): void {
    this.hint = null;
    this.reasons = [];
    this.hintMarks = [];
    this.others = [];
  }

  /** Show why not, unless what one may do has changed since the touch that asked. */
  refuse(reason: Refused, asked: Offer[]): void {
    if (!this.over && sameOffers(asked, this.offers)) this.refused = reason;
  }

  can = (place: string): boolean =>
    this.mine && (this.next.has(place) || (this.picked.length > 0 && this.first.has(place)));
  lit = (place: string): boolean => this.mine && this.next.has(place);
  has = (place: string): boolean => this.picked.includes(place);
  wasTouched = (place: string): boolean => this.last?.touches.includes(place) ?? false;
  isHinted = (place: string): boolean =>
    (this.hint?.touches?.includes(place) ?? false) || (this.mine && this.pointers.includes(place));
  isRefused = (place: string): boolean => this.refused?.places?.includes(place) ?? false;

  /** Offers that would follow after touching this place now. */
  after(place: string): Offer[] {
    return this.candidates.filter((offer) => leadsOn(offer.touches ?? [], this.picked)?.includes(place));
  }

  clear(): void {
    this.picked = [];
    this.armed = null;
    this.pointed = null;
    this.refused = null;
  }

  back(): void {
    this.pointed = null;
    if (this.armed) this.armed = null;
    else this.picked = this.picked.slice(0, -1);
  }

  /** Touch a place: go on if it leads on, begin anew if it begins something, else ask why not. */
  touch(place: string, byFinger = this.#touching): void {
    if (this.busy) return;
    this.refused = null;
    if (this.armed && this.pointed === place) {
      this.confirm();
      return;
    }
    this.armed = null;
    this.pointed = null;
    if (this.next.has(place)) this.#advance([...this.picked, place], byFinger);
    else if (this.#lies(place)) this.picked = this.picked.filter((picked) => picked !== place);
    else if (this.first.has(place)) this.#advance([place], byFinger);
    else this.#ask([...this.picked, place]);
  }

  /** Whether the place is the last one picked, or one of several that could have been. */
  #lies(place: string): boolean {
    const last = this.picked.at(-1);
    return last !== undefined && this.picked.includes(place) && (last === place || alike(last, place));
  }

  /** Put these places as touched, without doing anything yet. */
  pick(...places: string[]): void {
    this.refused = null;
    this.armed = null;
    this.pointed = null;
    this.picked = places;
  }

  /** Show what touching this place would do, without doing it. */
  point(place: string): void {
    const after = this.after(place);
    const [only] = after;
    const done = after.length === 1 && only?.touches?.length === this.picked.length + 1;
    this.refused = null;
    this.armed = done ? only : null;
    this.pointed = place;
  }

  /** Point at the next place that is lit, or the one before. */
  step(by: 1 | -1): void {
    const places = [...this.next];
    const at = places.indexOf(this.pointed ?? '');
    const to = places[at < 0 ? (by > 0 ? 0 : places.length - 1) : (at + by + places.length) % places.length];
    if (to !== undefined) this.point(to);
  }

  #advance(places: string[], byFinger: boolean): void {
    this.picked = places;
    const only = this.candidates.length === 1 ? this.candidates[0] : undefined;
    if (only && (only.touches?.length ?? 0) === places.length) this.choose(only, byFinger, places);
  }

  /** Do an offer, or with a finger first show it, as made by these places, and wait for a second touch. */
  choose(offer: Offer, byFinger = false, places = offer.touches ?? []): void {
    if (byFinger) {
      this.armed = offer;
      this.picked = places.slice(0, -1);
      this.pointed = places.at(-1) ?? null;
    } else this.act(offer);
  }

  /** Do what is shown, or take what is pointed at. */
  confirm(): void {
    if (this.armed) this.act(this.armed);
    else if (this.pointed !== null) this.touch(this.pointed, false);
  }

  act(offer: Offer): void {
    if (this.busy) return;
    this.refused = null;
    this.busy = true;
    this.armed = null;
    this.pointed = null;
    this.#do(offer);
  }

  /** How a place stands, as classes. */
  states(place: string): string {
    const states = [
      this.lit(place) && 'lit',
      this.has(place) && 'picked',
      this.wasTouched(place) && 'last',
      this.isHinted(place) && 'hinted',
      this.isRefused(place) && 'refused',
      (this.pointed === place || this.armed?.touches?.includes(place)) && 'armed',
    ];
    return states.filter(Boolean).join(' ');
  }

  /** Forget what was refused, once one goes on to a place where something can be done. */
  moveOn(place: string): void {
    if (this.after(place).length) this.refused = null;
  }

  /** Attributes that make an element a place of the board; `name` tells apart elements that touch the same place. */
  place(place: string, label: string, extra = '', name = place): Place {
    return {
      'data-place': name,
      role: 'button',
      tabindex: this.entry === name ? 0 : -1,
      'aria-label': label,
      'aria-pressed': this.has(place) ? true : undefined,
      'aria-disabled': this.can(place) || this.has(place) ? undefined : true,
      class: `place ${extra} ${this.states(place)}`.trimEnd(),
      onclick: (event) => {
        event.stopPropagation();
        this.touch(place, (event as PointerEvent).pointerType === 'touch');
      },
      onkeydown: (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        this.touch(place, false);
      },
      onpointerenter: (event) => {
        if (event.pointerType !== 'mouse') return;
        this.hovered = place;
        this.moveOn(place);
      },
      onpointerleave: () => (this.hovered = null),
      onfocus: ({ currentTarget }) => {
        // a finger's touch focuses, too: what is said about it then would move the board away from under the finger
        if ((currentTarget as Element).matches(':focus-visible')) this.focused = place;
      },
      onblur: () => (this.focused = null),
    };
  }

  /** One place of the board is reached by Tab: where one was, else the first that is lit. */
  entry = $state<string | null>(null);
}

/** Give one place of the board to the Tab key, and move between places with the arrow keys. */
export function roving(node: Element, play: Play): { destroy: () => void } {
  const places = (): (HTMLElement | SVGElement)[] => [
    ...node.querySelectorAll<HTMLElement | SVGElement>('[data-place]'),
  ];
  let been = false;
  const settle = (): void => {
    const all = places();
    if (been && all.some((element) => element.dataset.place === play.entry)) return;
    play.entry = (all.find((element) => element.classList.contains('lit')) ?? all[0])?.dataset.place ?? null;
  };
  const middle = (element: Element): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const onKey = (event: Event): void => {
    const key = (event as KeyboardEvent).key;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const from = (event.target as Element).closest<HTMLElement>('[data-place]');
    if (!way || !from) return;
    event.preventDefault();
    const [dx, dy] = way as [number, number];
    const here = middle(from);
    let best: HTMLElement | SVGElement | null = null;
    let least = Infinity;
    for (const element of places()) {
      if (element === from) continue;
      const there = middle(element);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      if (along < 2) continue;
      const cost = along + 2.2 * aside;
      if (cost < least) [best, least] = [element, cost];
    }
    if (best) {
      play.entry = best.dataset.place ?? null;
      if (play.entry !== null) play.moveOn(play.entry);
      best.focus();
    }
  };
  const onFocus = (event: Event): void => {
    const place = (event.target as Element).closest<HTMLElement>('[data-place]')?.dataset.place;
    if (!place) return;
    been = true;
    play.entry = place;
  };
  node.addEventListener('keydown', onKey);
  node.addEventListener('focusin', onFocus);
  const watcher = new MutationObserver(settle);
  watcher.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
  settle();
  return {
    destroy: () => {
      watcher.disconnect();
      node.removeEventListener('keydown', onKey);
      node.removeEventListener('focusin', onFocus);
    },
  };
}
