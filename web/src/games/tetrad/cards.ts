/** TETRAD's cards as they are drawn: images from the deck's table, action cards with a word on what they do. */

import actionIcons from 'game-icons:./actions.json';
import imageIcons from 'game-icons:./table.json';
import actionLooks from './actions.json';
import table from './table.json';

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

const IMAGES = 30;
const looks: Record<string, { icon: string; text: string }> = actionLooks;
const actions: Record<string, { card: number; name: string }> = table.actions;
const byNumber = new Map(Object.entries(actions).map(([slug, action]) => [action.card, { slug, ...action }]));

export const FREE = new Set(table.free);
export const PATTERNS = table.patterns;

/** The face of a card in this deck. */
export function faceOf(deck: number, card: number): Face {
  const action = byNumber.get(card);
  if (action) {
    const look = looks[action.slug];
    const path = actionIcons[look?.icon ?? ''] ?? '';
    return { card, slug: action.slug, name: action.name, text: look?.text ?? '', path, action: true, hue: 0 };
  }
  const image = table.decks[deck]?.images[card - 1];
  const text = image ? `${image.text} (${image.reference})` : '';
  const path = imageIcons[image?.icon ?? ''] ?? '';
  return {
    card,
    slug: String(card),
    name: image?.name ?? '',
    text,
    path,
    action: false,
    hue: ((card - 1) * 360) / IMAGES,
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
