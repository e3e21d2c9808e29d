/** TETRAD's cards as they are drawn: images from the deck, action cards with a word on what they do. */

import actionIcons from 'game-icons:./actions.json';
import imageIcons from 'game-icons:./images.json';
import type { Facts } from '../facts';
import actionLooks from './actions.json';

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

const looks: Record<string, { icon: string; text: string }> = actionLooks;

/** The face of a card in this deck. */
export function faceOf({ actions, decks }: Box, deck: number, card: number): Face {
  const action = actions.find((one) => one.card === card);
  if (action) {
    const look = looks[action.slug];
    const path = actionIcons[look?.icon ?? ''] ?? '';
    return { card, slug: action.slug, name: action.name, text: look?.text ?? '', path, action: true, hue: 0 };
  }
  const images = decks[deck]?.images ?? [];
  const image = images[card - 1];
  return {
    card,
    slug: String(card),
    name: image?.name ?? '',
    text: image ? [image.text, image.reference && `(${image.reference})`].filter(Boolean).join(' ') : '',
    path: image?.drawing || (imageIcons[image?.icon ?? ''] ?? ''),
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
