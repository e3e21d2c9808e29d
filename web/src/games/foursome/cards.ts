/** Foursome's cards and spaces as they are drawn. */

import icons from 'game-icons:./icons.json';
import type { Facts } from '../facts';
import looks from './icons.json';

export type Box = Facts['foursome'];

export interface Face {
  kind: number;
  /** As touches name the card: RK, WILD. */
  code: string;
  name: string;
  first: string;
  colour: 'red' | 'black' | 'special';
  path: string;
  text: string;
}

const characters: string[] = looks.characters.map(({ icon }) => icon);
const specials: Record<string, { icon: string; text: string }> = looks.specials;

/** The face of a card of this kind, with names from this set. */
export function faceOf({ kinds, names }: Box, kind: number, set: number): Face {
  const { code = '', colour = '', character = 0 } = kinds[kind] ?? {};
  const special = specials[code];
  if (special) {
    const said = code.split('-').reverse().join(' ');
    return {
      kind,
      code,
      name: said,
      first: said,
      colour: 'special',
      path: icons[special.icon] ?? '',
      text: special.text,
    };
  }
  const name = names[set]?.[character] ?? code;
  return {
    kind,
    code,
    name,
    first: name.split(' ')[0] ?? '',
    colour: colour === 'red' ? 'red' : 'black',
    path: icons[characters[character] ?? ''] ?? '',
    text: `Put a chip on an open ${colour} ${name} space.`,
  };
}

export interface Space {
  at: number;
  name: string;
  kind: number;
  x: number;
  y: number;
}

/** All spaces, row by row. */
export const spacesOf = ({ columns, spaces, kinds }: Box): Space[] =>
  spaces.map((code, at) => {
    const [x, y] = [at % columns.length, Math.floor(at / columns.length)];
    return { at, name: `${columns[x] ?? ''}${y + 1}`, kind: kinds.findIndex((kind) => kind.code === code), x, y };
  });

/** The kinds in a mask, which may have more bits than an integer of the browser. */
export const kindsIn = ({ kinds }: Box, mask: number): number[] =>
  kinds.map((_, kind) => kind).filter((kind) => Math.floor(mask / 2 ** kind) % 2 === 1);
