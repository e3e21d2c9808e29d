/** Where the keyboard is when what it was on goes away. */

/** Whether the last thing done was by pointing; then what is focused must not be shown, nor scrolled to. */
let pointing = false;
addEventListener('pointerdown', () => (pointing = true), { capture: true });
addEventListener('keydown', () => (pointing = false), { capture: true });
addEventListener('click', (event) => event.detail === 0 && (pointing = false), { capture: true }); // assistive technology

type Focusable = HTMLElement | SVGElement;

/** Focus an element, also one that Tab does not lead to; unless told to keep still, the page moves for those who do not point. */
export function focusOn(element: Focusable, still = pointing): void {
  // Links and buttons can be focused as they are: with a tabindex of -1, Tab would pass them by from then on.
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: still });
}

/** When the focused element in the node goes away or is disabled, and nothing else is focused, focus what `next` says. */
export function keepFocus(node: Element, next: (pointing: boolean) => Focusable | null): { destroy: () => void } {
  let last: Element | null = null;
  const gone = (): boolean => last !== null && (!last.isConnected || last.matches(':disabled'));
  const idle = (): boolean => !document.activeElement || document.activeElement === document.body;
  const settle = (): void => {
    if (!gone() || !idle()) return;
    last = null;
    const element = next(pointing);
    if (element) focusOn(element);
  };
  const onFocus = (event: Event): void => {
    last = event.target as Element;
  };
  const onBlur = (): void =>
    queueMicrotask(() => {
      if (!gone() && idle()) last = null; // left by choice
    });
  // A browser lets go of a disabled element when it draws the next picture.
  const watcher = new MutationObserver(() => {
    if (gone()) requestAnimationFrame(() => setTimeout(settle));
  });
  node.addEventListener('focusin', onFocus);
  node.addEventListener('focusout', onBlur);
  watcher.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return {
    destroy: () => {
      watcher.disconnect();
      node.removeEventListener('focusin', onFocus);
      node.removeEventListener('focusout', onBlur);
    },
  };
}
