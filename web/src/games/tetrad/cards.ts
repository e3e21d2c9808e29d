/** TETRAD's cards as they are drawn: images from the deck, action cards with a word on what they do. */

import actionIcons from 'game-icons:./actions.json';
import imageIcons from 'game-icons:./images.json';
import actionLooks from './actions.json';
import { imageOf, type Box, type Face } from './faces';

export type { Box, Face };

const looks: Record<string, { icon: string; text: string }> = actionLooks;

/** The face of a card in this deck. */
export function faceOf(box: Box, deck: number, card: number): Face {
  const action = box.actions.find((one) => one.card === card);
  if (!action) return imageOf(box, deck, card, imageIcons);
  const look = looks[action.slug];
  const path = actionIcons[look?.icon ?? ''] ?? '';
  return { card, slug: action.slug, name: action.name, text: look?.text ?? '', path, action: true, hue: 0 };
}
