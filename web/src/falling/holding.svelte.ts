/** A shape in hand above a board: which one, how it stands, where it would fall. */

import { drag } from '../lib/drag';
import type { Play } from '../lib/play.svelte';
import { fallen, flipped, turned, widthOf, type Square } from '../lib/polyomino';

export class Holding {
  #play: Play;
  #kind: string;
  #stands: Record<string, Square[][]>;
  #columns: string;
  #stance = $state<Record<string, number>>({});

  /** `kind` is how touches name a shape (`tile:T`); a shape with one stand may go without naming it. */
  constructor(play: Play, kind: string, stands: Record<string, Square[][]>, columns: string) {
    this.#play = play;
    this.#kind = kind;
    this.#stands = stands;
    this.#columns = columns;
  }

  /** The longest side of any shape, so that all are drawn to one scale. */
  get span(): number {
    return Math.max(...Object.values(this.#stands).flatMap((stands) => stands.map(widthOf)));
  }

  get letter(): string | null {
    const [first] = this.#play.picked;
    return first?.startsWith(`${this.#kind}:`) ? first.slice(this.#kind.length + 1) : null;
  }

  get stand(): number {
    return this.letter ? (this.#stance[this.letter] ?? 0) : 0;
  }

  get shape(): Square[] {
    return this.letter ? (this.#stands[this.letter]?.[this.stand] ?? []) : [];
  }

  /** How the shape stands now, or would if it were taken. */
  shapeOf(letter: string): Square[] {
    return this.#stands[letter]?.[letter === this.letter ? this.stand : 0] ?? [];
  }

  /** Take a shape, or put it back; a finger sees at once where it would fall. */
  take(letter: string, byFinger = false): void {
    const place = `${this.#kind}:${letter}`;
    if (!this.#play.first.has(place)) this.#play.touch(place);
    else if (this.letter === letter) this.#play.clear();
    else {
      this.#hold(letter, this.#stance[letter] ?? 0);
      if (byFinger) this.#aim(Math.floor((this.#columns.length - widthOf(this.shape)) / 2));
    }
  }

  turn(): void {
    if (this.letter) this.#stand(turned(this.#stands[this.letter] ?? [], this.stand));
  }

  flip(): void {
    if (this.letter) this.#stand(flipped(this.#stands[this.letter] ?? [], this.stand));
  }

  /** Move the shape in hand one column over. */
  shift(by: 1 | -1): void {
    if (!this.letter) return;
    const [least, most] = [0, this.#columns.length - widthOf(this.shape)];
    for (let x = (this.#aimed ?? (by > 0 ? -1 : most + 1)) + by; x >= least && x <= most; x += by) {
      if (!this.#play.next.has(this.#columnAt(x))) continue;
      this.#play.point(this.#columnAt(x));
      return;
    }
  }

  /** A finger that slides over the board takes the shape along. */
  slide(event: PointerEvent): void {
    if (event.pointerType === 'mouse' || !this.letter) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGElement>('[data-column]');
    const place = under ? this.columnPlace(Number(under.dataset.column)) : '';
    if (this.#play.next.has(place) && this.#play.pointed !== place) this.#play.point(place);
  }

  /** The column of the shape's left side, where one points. */
  get #aimed(): number | null {
    const { pointed } = this.#play;
    return pointed?.startsWith('column:') ? this.#columns.indexOf(pointed.slice(7)) : null;
  }

  #columnAt(x: number): string {
    return `column:${this.#columns[x] ?? ''}`;
  }

  /** Point at the column nearest to this one that the shape fits. */
  #aim(x: number): void {
    const fits = [...this.#columns].map((_, at) => at).filter((at) => this.#play.next.has(this.#columnAt(at)));
    const nearest = fits.sort((a, b) => Math.abs(a - x) - Math.abs(b - x))[0];
    if (nearest !== undefined) this.#play.point(this.#columnAt(nearest));
  }

  #stand(wanted: number): void {
    const at = this.#aimed;
    if (this.letter) this.#hold(this.letter, wanted);
    if (at !== null) this.#aim(at);
  }

  /** Hold a shape in this stand, or in the next one that fits somewhere. */
  #hold(letter: string, wanted: number): void {
    const place = `${this.#kind}:${letter}`;
    const offers = this.#play.offers.filter((offer) => offer.touches?.[0] === place);
    if (offers.some((offer) => offer.touches?.[1]?.startsWith('column:'))) {
      this.#play.pick(place);
      return;
    }
    const count = this.#stands[letter]?.length ?? 1;
    for (let step = 0; step < count; step++) {
      const number = (wanted + step) % count;
      const stand = `stand:${letter}${number + 1}`;
      if (offers.some((offer) => offer.touches?.[1] === stand)) {
        this.#stance[letter] = number;
        this.#play.pick(place, stand);
        return;
      }
    }
  }

  /** A column asks for the shape centred on it, so that the last columns work too. */
  columnPlace(x: number): string {
    const { shape } = this;
    if (!shape.length) return `column:${this.#columns[x] ?? ''}`;
    const left = x - Math.floor((widthOf(shape) - 1) / 2);
    return `column:${this.#columns[Math.max(0, Math.min(left, this.#columns.length - widthOf(shape)))] ?? ''}`;
  }

  /** Where the shape comes to lie: in the column it was sent to, else where the pointer, the focus or the finger is. */
  ghost(heights: readonly number[]): { squares: Square[]; fits: boolean } | null {
    const sent = this.#play.picked.find((picked) => picked.startsWith('column:'));
    const place = sent ?? this.#play.hovered ?? this.#play.pointed ?? this.#play.focused;
    if (!this.shape.length || !place?.startsWith('column:')) return null;
    const squares = fallen(this.shape, this.#columns.indexOf(place.slice(7)), heights);
    return { squares, fits: place === sent || this.#play.next.has(place) };
  }

  /** Where the shape of a hint would come to lie; nothing without one. */
  hinted(heights: readonly number[]): Square[] {
    const found = (kind: string): string | undefined =>
      this.#play.hint?.touches?.find((touch) => touch.startsWith(`${kind}:`))?.slice(kind.length + 1);
    const [letter, stand, column] = [found(this.#kind), found('stand'), found('column')];
    if (letter === undefined || column === undefined) return [];
    const shape = this.#stands[letter]?.[stand ? Number(stand.slice(letter.length)) - 1 : 0];
    return shape ? fallen(shape, this.#columns.indexOf(column), heights) : [];
  }

  /** Drag a shape from the rack onto a column; a finger then still has to confirm. */
  drag(event: PointerEvent, letter: string): void {
    if (!this.#play.first.has(`${this.#kind}:${letter}`)) return;
    const column = (under: Element | null): string => {
      const found = under?.closest<SVGElement>('[data-column]');
      return found && this.letter === letter ? this.columnPlace(Number(found.dataset.column)) : '';
    };
    drag(event, {
      begin: () => this.letter === letter || this.#hold(letter, this.#stance[letter] ?? 0),
      over: (under) => {
        const place = column(under);
        if (this.#play.next.has(place)) this.#play.point(place);
      },
      drop: (under, byFinger) => {
        const place = column(under);
        if (!byFinger) this.#play.armed = null;
        if (place && !byFinger) this.#play.touch(place, false);
      },
    });
  }

  /** R turns, F flips, a shape's letter takes it. */
  key(event: KeyboardEvent, letters: Iterable<string>): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = [...letters].find((letter) => letter.toLowerCase() === event.key.toLowerCase());
    if (event.key === 'r') this.turn();
    else if (event.key === 'f') this.flip();
    else if (wanted && this.#play.first.has(`${this.#kind}:${wanted}`)) this.take(wanted);
  }

  wheel(event: WheelEvent): void {
    if (!this.letter) return;
    event.preventDefault();
    this.turn();
  }
}
