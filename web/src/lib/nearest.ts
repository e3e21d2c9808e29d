/** Every lit place is at least a finger wide: what lands just beside it means it. */

export const FINGER = 44;

/** Whether a point lies in a box that is at least a finger wide and high. */
function within(x: number, y: number, box: DOMRect): boolean {
  const wide = Math.max(FINGER, box.width) / 2;
  const high = Math.max(FINGER, box.height) / 2;
  return Math.abs(x - box.x - box.width / 2) <= wide && Math.abs(y - box.y - box.height / 2) <= high;
}

const fromMiddle = (x: number, y: number, box: DOMRect): number =>
  Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);

/** Hand a finger's click that hits nothing lit to the nearest lit place that it falls into. */
export function nearest(node: HTMLElement): { destroy: () => void } {
  const onClick = (event: Event): void => {
    const { clientX, clientY, pointerType, isTrusted } = event as PointerEvent;
    const target = event.target as Element;
    if (pointerType !== 'touch' || !isTrusted || target.closest('.lit, button, a, input')) return;
    const found = [...node.querySelectorAll<SVGElement | HTMLElement>('.place.lit')]
      .map((place) => ({ place, box: place.getBoundingClientRect() }))
      .filter(({ box }) => within(clientX, clientY, box))
      .sort((a, b) => fromMiddle(clientX, clientY, a.box) - fromMiddle(clientX, clientY, b.box))[0];
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    found.place.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
  };
  node.addEventListener('click', onClick, { capture: true });
  return { destroy: () => node.removeEventListener('click', onClick, { capture: true }) };
}
