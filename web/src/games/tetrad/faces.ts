/** TETRAD's image cards as they are drawn, without the drawings. */

import type { Facts } from '../facts';

export type Box = Facts['tetrad'];

export interface Face {
  card: number;
  /** As touches name the card. */
  slug: string;
  name: string;
  text: string;
  path: string;
  action: boolean;
  hue: number;
}

/** The face of an image card in this deck, with its drawing from these icons. */
export function imageOf({ decks }: Box, deck: number, card: number, icons: Record<string, string>): Face {
  const images = decks[deck]?.images ?? [];
  const image = images[card - 1];
  return {
    card,
    slug: String(card),
    name: image?.name ?? '',
    text: image ? [image.text, image.reference && `(${image.reference})`].filter(Boolean).join(' ') : '',
    path: image?.drawing || (icons[image?.icon ?? ''] ?? ''),
    action: false,
    hue: ((card - 1) * 360) / images.length,
  };
}

/** A name on at most three short lines. */
export function lines(name: string, longest = 11): string[] {
  const found: string[] = [];
  for (const word of name.split(' ')) {
    const last = found.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= longest) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found;
}
