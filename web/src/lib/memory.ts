/** What this browser remembers: the own name, the tables one sits at, series to go on with, how the page looks. */

import type { SeatInfo, TableSetup } from './protocol';

/** A match or a campaign that is not over, with the table to set up for its next game. */
export interface SavedSeries {
  text: string;
  setup: TableSetup;
}

export interface Seen {
  seats: SeatInfo[];
  own: number[];
  acting: number[];
  number: number;
  at: number;
}

export interface KnownTable {
  id: string;
  game: string;
  title: string;
  key: string;
  who: string;
  over: boolean;
  at: number;
  series?: SavedSeries | undefined;
  /** What was last seen of it: who sits there, which seats are held here, who is to act, at which number and when. */
  seen?: Seen | undefined;
}

const TABLES = 'tetracade.tables';
const MOST = 80;

function read<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // private windows may refuse; the game goes on without a memory
  }
}

/** Something small that is kept under this name. */
export const kept = <T>(name: string, otherwise: T): T => read(`tetracade.${name}`, otherwise);
export const keep = (name: string, value: unknown): void => write(`tetracade.${name}`, value);

export const knownTables = (): KnownTable[] => read<KnownTable[]>(TABLES, []).sort((a, b) => b.at - a.at);

export const knownTable = (id: string): KnownTable | undefined => knownTables().find((table) => table.id === id);

export function remember(table: KnownTable): void {
  write(TABLES, [table, ...knownTables().filter((other) => other.id !== table.id)].slice(0, MOST));
}

export function forget(id: string): void {
  write(
    TABLES,
    knownTables().filter((table) => table.id !== id),
  );
}

/** A key that came with a link: it stays as long as the tab does, and out of the address. */
export interface GivenKey {
  kind: 'seat' | 'join' | 'watch';
  key: string;
}

/** The key of the link that led here, now or before a reload. */
export function givenKey(table: string, given: GivenKey | undefined): GivenKey | undefined {
  const name = `tetracade.key.${table}`;
  try {
    if (given) sessionStorage.setItem(name, JSON.stringify(given));
    return given ?? (JSON.parse(sessionStorage.getItem(name) ?? 'null') as GivenKey | null) ?? undefined;
  } catch {
    return given;
  }
}

export const ownName = (): string => read('tetracade.name', '');
export const setOwnName = (name: string): void => write('tetracade.name', name);

export type Theme = 'auto' | 'light' | 'dark';
export const theme = (): Theme => read<Theme>('tetracade.theme', 'auto');

export function setTheme(chosen: Theme): void {
  write('tetracade.theme', chosen);
  applyTheme();
}

/** Set the page's colours from what was chosen, or what the system prefers. */
export function applyTheme(): void {
  const chosen = theme();
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
}
