/** Foursome's cards and spaces as they are drawn. */

import icons from 'game-icons:./icons.json';
import looks from './icons.json';
import table from './table.json';

export const COLUMNS = 10;
export const CHIP_NAMES = table.chips;

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

const characters: Record<string, { icon: string }> = looks.characters;
const specials: Record<string, { icon: string; text: string }> = looks.specials;

export function faceOf(kind: number, set: number): Face {
  const code = table.kinds[kind] ?? '';
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
  const colour = code.startsWith('R') ? 'red' : 'black';
  const name = table.names[set]?.[code.charCodeAt(1) - 65] ?? code;
  const path = icons[characters[code[1] ?? '']?.icon ?? ''] ?? '';
  return {
    kind,
    code,
    name,
    first: name.split(' ')[0] ?? '',
    colour,
    path,
    text: `Put a chip on an open ${colour} ${name} space.`,
  };
}

export const SPACES = table.spaces.map((code, at) => ({
  at,
  name: `${table.columns[at % COLUMNS] ?? ''}${Math.floor(at / COLUMNS) + 1}`,
  kind: table.kinds.indexOf(code),
  x: at % COLUMNS,
  y: Math.floor(at / COLUMNS),
}));

export const BY_NAME = new Map(SPACES.map((space) => [space.name, space]));

/** The kinds in a mask of up to 45 bits. */
export function kindsIn(mask: number): number[] {
  return table.kinds.map((_, kind) => kind).filter((kind) => Math.floor(mask / 2 ** kind) % 2 === 1);
}
