/** Where places of a board are on the screen. */

/** The element that shows a place, as touches and marks name it. */
export function elementAt(board: Element, place: string): Element | null {
  const quoted = CSS.escape(place);
  const found = board.querySelector(`[data-at~="${quoted}"], [data-place="${quoted}"]`);
  return found ?? board.querySelector(`[data-place^="${quoted}#"]`); // one of several cards that are the same
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a place is, measured from the corner of another element; null if it is not to be seen. */
export function boxAt(board: Element, place: string, ground: Element): Box | null {
  const found = elementAt(board, place);
  if (!found) return null;
  const { x, y } = ground.getBoundingClientRect();
  const box = found.getBoundingClientRect();
  return { x: box.x - x, y: box.y - y, width: box.width, height: box.height };
}

/** The corners, on the screen, of a place that is no rectangle; none of one that is. */
export function cornersOf(element: Element): DOMPoint[] {
  const polygon = element instanceof SVGElement ? element.querySelector('polygon') : null;
  const onScreen = polygon?.getScreenCTM();
  return polygon && onScreen ? [...polygon.points].map((point) => point.matrixTransform(onScreen)) : [];
}
