/** The table's protocol, as docs/protocol.md tells it. */

export type Phase = 'waiting' | 'playing' | 'over';
export type Value = boolean | number | string | (boolean | number | string)[];
export type View = Record<string, unknown>;

export interface OptionInfo {
  name: string;
  values: (boolean | number | string)[];
  default: Value;
  many: boolean;
  rule: string;
  text: string;
  seats: number[];
}

export interface GameInfo {
  name: string;
  title: string;
  version: number;
  tagline: string;
  seats: number[];
  default_seats: number;
  seat_names: string[];
  options: OptionInfo[];
  matches: boolean;
  fields: Record<string, string>;
}

export interface SeatInfo {
  seat: number;
  kind: 'open' | 'person' | 'bot';
  title: string;
  name?: string;
  level?: number;
  here?: boolean;
  away?: boolean;
  stand_in?: number;
  resigned?: boolean;
  wins?: number;
}

export interface LobbyTable {
  table: string;
  game: string;
  title: string;
  phase: Phase;
  seats: SeatInfo[];
  open: number;
  created: number;
}

export interface SeatSetup {
  kind: 'open' | 'here' | 'bot';
  name?: string;
  level?: number;
}

export interface ClockSetup {
  turn?: number;
  bank?: number;
  gain?: number;
}

export interface TableSetup {
  game: string;
  options?: Record<string, Value>;
  seats: SeatSetup[];
  public?: boolean;
  spectators?: 'none' | 'public' | 'all_after_end';
  clock?: ClockSetup | null;
  chat?: boolean;
  undo?: 'off' | 'ask' | 'free';
  hints?: boolean;
  games?: number;
  series?: string;
}

export interface Created {
  table: string;
  number: number;
  token: string;
  held: number[];
  invite: string;
  watch: string;
}

export interface Offer {
  action: number;
  notation: string;
  text?: string;
  touches?: string[];
}

export interface Happened {
  kind: string;
  seat: number;
  text: string;
  seen: boolean;
  action: number;
  notation: string;
  touches: string[];
}

export interface ResultInfo {
  points: number[];
  winners: number[];
  reason: string;
  breakdown: Record<string, number>[];
}

export interface ClockInfo {
  left: number[];
  running: number[];
}

export interface Asked {
  what: 'undo' | 'rematch';
  by: number;
  waiting: number[];
}

export interface Proof {
  commitment: string;
  words: string[];
  seed?: string;
}

export interface TableInfo {
  id: string;
  game: string;
  title: string;
  version: number;
  options: Record<string, Value>;
  public: boolean;
  spectators: string;
  clock: ClockSetup | null;
  chat: boolean;
  undo: string;
  hints: boolean;
  games: number;
  start: 'full' | 'later';
}

export interface You {
  seats: number[];
  eye: number | null;
  host: boolean;
  invite?: string;
  watch?: string;
}

export interface SeriesInfo {
  text: string;
  saved: string;
  over: boolean;
}

export interface Snapshot {
  is: 'snapshot';
  number: number;
  table: TableInfo;
  game: number;
  phase: Phase;
  you: You;
  seats: SeatInfo[];
  acting: number[];
  view: View;
  offers: Offer[];
  undo: boolean;
  story: Happened[];
  result: ResultInfo | null;
  clock: ClockInfo | null;
  asked: Asked | null;
  proof: Proof;
  series?: SeriesInfo | null;
  aims: string[];
}

export interface Update {
  is: 'update';
  number: number;
  happened: Happened[];
  acting: number[];
  phase: Phase;
  view?: View;
  offers?: Offer[];
  undo?: boolean;
  asked?: Asked | null;
  seats?: SeatInfo[];
  result?: ResultInfo;
  clock?: ClockInfo;
  proof?: Proof;
  series?: SeriesInfo | null;
  aims?: string[];
}

export interface Presence {
  is: 'presence';
  seats: SeatInfo[];
  watching: number;
}

export interface Refused {
  code: string;
  reason: string;
  rule?: string;
  places?: string[];
}

export interface Answer {
  is: 'answer';
  id: string;
  ok: boolean;
  number: number;
  error?: Refused;
  token?: string;
  seat?: number;
  offer?: Offer;
}

export type Message = Snapshot | Update | Presence | Answer;

export interface Step {
  happened: Happened | null;
  view: View;
  acting: number[];
}

export interface Replay {
  game: string;
  title: string;
  seats: number;
  options: Record<string, Value>;
  steps: Step[];
  result: ResultInfo | null;
}

export interface Verdict {
  ok: boolean;
  replays: boolean;
  fair: boolean | null;
  outcomes: number;
  reason?: string;
}
