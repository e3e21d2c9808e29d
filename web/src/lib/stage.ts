/** What is to be seen when something happens: cards and coins that fly, points where they are earned. */

import { tick } from 'svelte';
import { signed } from './numeral';
import type { Happened, Mark } from './protocol';
import { settings } from './settings.svelte';
import type { Staging } from './link.svelte';

/** Milliseconds, at normal speed, for which points stay in sight. */
const POINTS = 1300;
const STILL_POINTS = 1800;
const LANDED = 430;

interface Seen {
  box: DOMRect;
  picture: Element | null;
}

/** The element at a place: one's own card of that kind, a place of the board, or a seat. */
function find(place: string, thing: string): Element | null {
  const quoted = CSS.escape(place);
  const at = `[data-at~="${quoted}"]`; // a hand on the board comes before the seat it belongs to
  const within = document.querySelector(`.board ${at}`) ?? document.querySelector(at);
  if (within && thing) {
    const card = within.querySelector(`[data-thing="${CSS.escape(thing)}"]`);
    if (card) return card;
  }
  return within ?? document.querySelector(`.board [data-place="${quoted}"]`);
}

function see(place: string, thing: string): Seen | null {
  const found = find(place, thing);
  if (!found) return null;
  const picture = found.matches('[data-thing], [data-picture]') ? found : found.querySelector('[data-picture]');
  return { box: (picture ?? found).getBoundingClientRect(), picture: picture ? copyOf(picture) : null };
}

const DRAWN = ['fill', 'stroke', 'stroke-width', 'opacity', 'font', 'letter-spacing', 'text-anchor'] as const;

/** Give the parts of a copied drawing the colours they have where they are: styles may come from what is around them. */
function paint(original: Element, copy: Element): void {
  const parts = original.querySelectorAll('rect, path, circle, text, polygon, line');
  const copies = copy.querySelectorAll<SVGElement>('rect, path, circle, text, polygon, line');
  parts.forEach((part, at) => {
    const style = getComputedStyle(part);
    for (const name of DRAWN) copies[at]?.style.setProperty(name, style.getPropertyValue(name));
  });
}

/** A copy that can be put anywhere on the page, whether it was part of a drawing or not. */
function copyOf(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  paint(element, copy);
  for (const each of [copy, ...copy.querySelectorAll('[id], [data-place], [tabindex], [role]')])
    for (const name of ['id', 'data-place', 'data-at', 'data-thing', 'tabindex', 'role', 'aria-label'])
      each.removeAttribute(name);
  if (!(element instanceof SVGGraphicsElement) || element instanceof SVGSVGElement) return copy;
  const { x, y, width, height } = element.getBBox();
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  copy.removeAttribute('transform');
  (copy as SVGElement).style.transform = 'none';
  svg.append(copy);
  return svg;
}

function layer(): HTMLElement {
  const known = document.getElementById('stage');
  if (known) return known;
  const made = document.createElement('div');
  made.id = 'stage';
  made.setAttribute('aria-hidden', 'true');
  document.body.append(made);
  return made;
}

/** Take away whatever is still being shown, when its page is left. */
export const clearStage = (): void => document.getElementById('stage')?.replaceChildren();

function put(box: DOMRect, kind: string): HTMLElement {
  const made = document.createElement('div');
  made.className = kind;
  made.style.cssText = `left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`;
  layer().append(made);
  return made;
}

/** A place for a card in the middle of a box, which may be a whole seat. */
function cardIn({ x, y, width, height }: DOMRect): DOMRect {
  const wide = Math.min(width, height * 0.82, 84);
  return new DOMRect(x + (width - wide) / 2, y + (height - wide * 1.2) / 2, wide, wide * 1.2);
}

/** Let something fly from one box to another, shown as this picture or as the back of a card. */
function fly(
  from: DOMRect,
  to: Seen,
  milliseconds: number,
  delay: number,
  picture: Element | null,
  hidden: Element | null,
  held = false,
): void {
  const end = to.picture ? to.box : cardIn(to.box);
  const start = cardIn(from);
  const node = put(end, picture ? 'flight' : 'flight back');
  if (picture) node.append(picture);
  const scale = start.width / Math.max(1, end.width);
  const [across, down] = [
    start.x + start.width / 2 - end.x - end.width / 2,
    start.y + start.height / 2 - end.y - end.height / 2,
  ];
  const up = { transform: `translate(${across * 0.45}px, ${down * 0.45}px) scale(1.7)`, opacity: 1 };
  if (hidden instanceof HTMLElement || hidden instanceof SVGElement) hidden.style.opacity = '0';
  const flight = node.animate(
    [
      { transform: `translate(${across}px, ${down}px) scale(${scale})`, opacity: 1 },
      ...(held
        ? [
            { ...up, offset: 0.35 },
            { ...up, offset: 0.7 },
          ]
        : []),
      { transform: 'none', opacity: 1 },
    ],
    { duration: milliseconds, delay, easing: 'cubic-bezier(.3,.7,.3,1)', fill: 'both' },
  );
  flight.onfinish = flight.oncancel = () => {
    node.remove();
    if (hidden instanceof HTMLElement || hidden instanceof SVGElement) hidden.style.opacity = '';
  };
}

/** Keep a node at its place when the board moves on the page, as long as it is shown. */
function follow(node: HTMLElement, place: string): void {
  requestAnimationFrame(() => {
    if (!node.isConnected) return;
    const { x, y } = find(place, '')?.getBoundingClientRect() ?? { x: node.offsetLeft, y: node.offsetTop };
    node.style.left = `${x}px`;
    node.style.top = `${y}px`;
    follow(node, place);
  });
}

/** Show points or coins where they are earned; without motion they stand there for a while. */
function earn(mark: Mark, box: DOMRect, delay: number, factor: number): void {
  const node = put(box, `earned ${mark.kind}${mark.amount < 0 ? ' lost' : ''}`);
  follow(node, mark.place);
  node.style.setProperty('--place', `${Math.min(box.width, box.height)}px`);
  const said = document.createElement('b');
  said.textContent = signed(mark.amount);
  node.append(said);
  if (!factor) {
    setTimeout(() => node.remove(), STILL_POINTS);
    return;
  }
  const rise = node.animate(
    [
      { transform: 'scale(0.3)', opacity: 0 },
      { transform: 'scale(1.25)', opacity: 1, offset: 0.18 },
      { transform: 'scale(1)', opacity: 1, offset: 0.7 },
      { transform: 'translateY(-60%)', opacity: 0 },
    ],
    { duration: POINTS * Math.max(0.5, factor), delay, fill: 'both', easing: 'ease-out' },
  );
  rise.onfinish = rise.oncancel = () => node.remove();
}

/** A ring that opens at a place: something there was touched, read aloud, lost or won. */
function ring(kind: string, box: DOMRect, delay: number, milliseconds: number): void {
  const node = put(box, `spot ${kind}`);
  const pulse = node.animate(
    [
      { transform: 'scale(0.7)', opacity: 0 },
      { transform: 'scale(1)', opacity: 1, offset: 0.3 },
      { transform: 'scale(1.12)', opacity: 0 },
    ],
    { duration: milliseconds, delay, fill: 'both', easing: 'ease-out' },
  );
  pulse.onfinish = pulse.oncancel = () => node.remove();
}

/** A fuse burns over the whole board, and when it flashes, what lay there is gone. */
function explode(board: DOMRect, milliseconds: number, lost: readonly Seen[]): void {
  for (const { box, picture } of lost) {
    if (!picture) continue;
    const piece = put(box, 'flight');
    piece.append(picture);
    const gone = piece.animate(
      [
        { opacity: 1, transform: 'none' },
        { opacity: 1, transform: 'none', offset: 0.5 },
        { opacity: 0, transform: 'scale(0.6)', offset: 0.62 },
        { opacity: 0 },
      ],
      { duration: milliseconds, fill: 'both' },
    );
    gone.onfinish = gone.oncancel = () => piece.remove();
  }
  const wide = Math.max(board.width, board.height);
  const middle = new DOMRect(board.x + (board.width - wide) / 2, board.y + (board.height - wide) / 2, wide, wide);
  const node = put(middle, 'bomb');
  const burst = node.animate(
    [
      { opacity: 0, transform: 'scale(0.1)' },
      { opacity: 1, transform: 'scale(0.25)', offset: 0.35 },
      { opacity: 1, transform: 'scale(0.22)', offset: 0.45 },
      { opacity: 0.95, transform: 'scale(1.1)', offset: 0.6 },
      { opacity: 0, transform: 'scale(1.3)' },
    ],
    { duration: milliseconds, easing: 'ease-in', fill: 'both' },
  );
  burst.onfinish = burst.oncancel = () => node.remove();
}

/** What is held up for all to see on its way. */
const HELD_UP = new Set(['read aloud', 'got it', 'steal']);

/** Whether it is shown as something that flies: boards move their own pieces, but chips are laid on them. */
const flies = ({ kind, thing }: Mark): boolean =>
  kind === 'card' || kind === 'chip' || ((kind === 'move' || kind === 'leave') && thing.startsWith('chip:'));

/** The face of a card that lies open neither where it comes from nor where it goes: of one that is read aloud what its
 * spaces show, else the same card elsewhere on the board. */
function faceOf(marks: readonly Mark[], { cause, thing }: Mark): Element | null {
  const space = cause === 'read aloud' ? marks.find(({ kind }) => kind === 'read') : undefined;
  const alike = thing ? document.querySelector(`.board [data-thing="${CSS.escape(thing)}"]`) : null;
  const drawn = space ? find(space.place, '') : alike;
  return drawn ? copyOf(drawn) : null;
}

const SPOTS: Record<string, string> = { read: 'read', hole: 'hole', wrong: 'lost', starts: 'starts' };

/** Draws what happens over the page; what boards move by themselves is left to them. */
export const stage: Staging = (happened: Happened, milliseconds: number) => {
  const marks = happened.marks ?? [];
  const shown = marks.filter(flies);
  const starts = milliseconds > 0 ? shown.map(({ path, thing }) => see(path[0] ?? '', thing)) : [];
  const bombed = milliseconds > 0 ? marks.filter(({ kind, cause }) => kind === 'leave' && cause === 'bomb') : [];
  const lost = bombed.flatMap(({ place }) => see(place, '') ?? []);
  return () => {
    if (!marks.length || document.hidden || (!milliseconds && settings.pace)) return; // past, or skipped
    void tick().then(() => {
      if (milliseconds) {
        const claim = shown.filter(({ cause }) => cause === 'claim').length > 1;
        const row = marks.some(({ kind }) => kind === 'foursome'); // its last chip lands before all four turn over
        const each = milliseconds / (claim ? shown.length + 1 : row ? 4 : 1);
        shown.forEach((mark, at) => {
          const from = starts[at];
          const to = see(mark.place, mark.thing);
          const element = find(mark.place, mark.thing);
          if (!from || !to) return;
          const picture = to.picture ?? from.picture ?? faceOf(marks, mark);
          const hide =
            to.picture && !claim
              ? element?.matches('[data-thing], [data-picture]')
                ? element
                : (element?.querySelector('[data-picture]') ?? null)
              : null;
          fly(from.box, to, each, claim ? at * each : 0, picture, hide, HELD_UP.has(mark.cause));
        });
      }
      const factor = settings.pace;
      const falls = marks.some(({ kind }) => kind === 'fall');
      const delay = falls ? LANDED * factor : 0;
      for (const mark of marks) {
        const box = find(mark.place, '')?.getBoundingClientRect();
        if (!box) continue;
        if (['point', 'coin', 'hole', 'pink'].includes(mark.kind) && mark.amount) earn(mark, box, delay, factor);
        if (!milliseconds) continue;
        if (mark.kind === 'coin' && mark.amount > 0) {
          const to = see(`coins:${happened.seat}`, '') ?? see(`seat:${happened.seat}`, '');
          for (let coin = 0; to && coin < Math.min(4, mark.amount); coin++)
            flyCoin(box, to.box, delay + (coin + 2) * 90 * factor, 650 * factor);
        }
        const spot = SPOTS[mark.kind] ?? (mark.kind === 'point' && mark.amount > 0 ? 'touched' : '');
        if (spot) ring(spot, box, delay, 700 * Math.max(0.5, factor));
        if (mark.kind === 'shuffle') {
          const [from, to] = [see(mark.path[0] ?? '', ''), see(mark.place, '')];
          for (let card = 0; from && to && card < 4; card++)
            fly(from.box, { ...to, picture: null }, milliseconds * 0.6, card * milliseconds * 0.13, null, null);
        }
        if (mark.kind === 'bomb') explode(box, milliseconds, lost);
      }
    });
  };
};

function flyCoin(from: DOMRect, to: DOMRect, delay: number, milliseconds: number): void {
  const size = Math.min(26, Math.max(14, from.width));
  const node = put(
    new DOMRect(to.x + to.width / 2 - size / 2, to.y + to.height / 2 - size / 2, size, size),
    'coin-flight',
  );
  const shift = `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y + from.height / 2 - to.y - to.height / 2}px)`;
  const flight = node.animate(
    [
      { transform: `${shift} scale(0.6)`, opacity: 0 },
      { transform: `${shift} translateY(-12px)`, opacity: 1, offset: 0.2 },
      { transform: 'rotateY(540deg)', opacity: 1, offset: 0.95 },
      { transform: 'rotateY(540deg)', opacity: 0 },
    ],
    { duration: milliseconds, delay, fill: 'both', easing: 'ease-in-out' },
  );
  flight.onfinish = flight.oncancel = () => node.remove();
}
