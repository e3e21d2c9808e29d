/** Dragging a tile or a card: it follows the pointer, and whoever asked hears what lies under it. */

const FAR = 10;

export interface Dragging {
  /** The pointer has gone far enough to mean it. */
  begin: () => void;
  /** What lies under the pointer now. */
  over?: (under: Element | null, byFinger: boolean) => void;
  /** It was let go over this. */
  drop: (under: Element | null, byFinger: boolean) => void;
}

export function drag(event: PointerEvent, told: Dragging): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const source = event.currentTarget as HTMLElement;
  const byFinger = event.pointerType !== 'mouse';
  const box = source.getBoundingClientRect();
  let shadow: HTMLElement | null = null;
  const under = (at: PointerEvent): Element | null => document.elementFromPoint(at.clientX, at.clientY);

  const move = (at: PointerEvent): void => {
    const [dx, dy] = [at.clientX - event.clientX, at.clientY - event.clientY];
    if (!shadow) {
      if (Math.hypot(dx, dy) < FAR) return;
      told.begin();
      shadow = source.cloneNode(true) as HTMLElement;
      shadow.removeAttribute('data-place');
      shadow.classList.remove('place', 'lit');
      shadow.setAttribute('aria-hidden', 'true');
      Object.assign(shadow.style, {
        position: 'fixed',
        left: `${box.x}px`,
        top: `${box.y}px`,
        width: `${box.width}px`,
        margin: '0',
        zIndex: '20',
        pointerEvents: 'none',
        opacity: '0.92',
        transition: 'none',
      });
      (source.parentElement ?? document.body).append(shadow);
    }
    shadow.style.transform = `translate(${dx}px, ${dy}px) rotate(-3deg)`;
    told.over?.(under(at), byFinger);
  };
  const end = (at: PointerEvent): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    if (!shadow) return;
    shadow.remove();
    const swallow = (click: Event): void => click.stopPropagation(); // the click that ends a drag belongs to it
    addEventListener('click', swallow, { capture: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    if (at.type === 'pointerup') told.drop(under(at), byFinger);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
