/** A view after an update: what changed comes by path, as docs/protocol.md tells it. */

import type { View } from './protocol';

type Inner = Record<string, unknown>;

/** The view with these changes; what they do not touch is shared with the old one, which stays as it was. */
export function changed(view: View, changes: View): View {
  const next: Inner = { ...view };
  const mine = new Set<unknown>([next]);
  for (const [path, value] of Object.entries(changes)) {
    const places = path.split('.');
    const last = places.pop() ?? path;
    let inner = next;
    for (const place of places) {
      let row = inner[place];
      if (!mine.has(row)) {
        row = [...(row as unknown[])];
        mine.add(row);
        inner[place] = row;
      }
      inner = row as Inner;
    }
    inner[last] = value;
  }
  return next;
}
