/** The table's protocol, from the server's types. Made by `python -m tetracade.server.api.typescript`. */

/** Do an action, given by id or notation. `number` is that of the last update the client had seen. */
export interface Act {
  do: 'act';
  number: number;
  action: number | string;
  seat?: number | null;
  id: string;
}

/** The answer to the command of this id: done (`ok`) or refused. `number` is the table's number by then. */
export interface Answer {
  is: 'answer';
  id: string;
  ok: boolean;
  number: number;
  error?: Refused | null;
  token?: string;
  seat?: number | null;
  offer?: Offer | null;
}

/** A question that waits for replies. */
export interface Asked {
  what: 'rematch' | 'undo';
  by: number;
  waiting: number[];
}

/** The answer to waiting over HTTP: updates after the number asked for, or a snapshot instead. */
export interface Changes {
  number: number;
  updates: Update[];
  snapshot: Snapshot | null;
}

/** Say something to everybody at the table. */
export interface Chat {
  do: 'chat';
  text: string;
  seat?: number | null;
  id: string;
}

/** Seconds left by seat at the moment of sending, and whose time runs. */
export interface ClockInfo {
  left: number[];
  running: number[];
}

/** Time: `turn` seconds for each turn (then a bot acts), or `bank` for the game plus `gain` for each turn. */
export interface ClockSetup {
  turn?: number;
  bank?: number;
  gain?: number;
}

export type Command = Hello | Look | Sit | Leave | Start | Act | Why | Hint | Undo | Rematch | Reply | Resign | StandIn | Chat | Ping;

/** The new table: its address and the keys to hand out. Keys go into the fragment of a link, never into its path. */
export interface Created {
  table: string;
  number: number;
  token: string;
  held: number[];
  invite: string;
  watch: string;
  commitment: string;
}

/** A game you can play here. */
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
  facts: Record<string, unknown>;
}

/** Something that happened, in the words this viewer may hear. Hidden or not, it has the same keys. */
export interface Happened {
  kind: 'action' | 'ask' | 'back' | 'chat' | 'end' | 'leave' | 'outcome' | 'reply' | 'resign' | 'sit' | 'stand_in' | 'start' | 'timeout' | 'undo';
  seat: number;
  text: string;
  seen: boolean;
  action: number;
  notation: string;
  touches: string[];
}

/** Whether the server is well; strangers learn no more than that. */
export interface Health {
  ok: boolean;
  version: string;
}

/** The first message on a WebSocket: which table, and which key (a seat's token, an invitation, a watch key). */
export interface Hello {
  do: 'hello';
  table: string;
  key?: string;
  since?: number;
  offers?: 'brief' | 'drawn' | 'full' | 'none' | 'numbers';
  eye?: number | null;
  id: string;
}

/** Ask a bot what it would do, if the table allows hints. */
export interface Hint {
  do: 'hint';
  seat?: number | null;
  id: string;
}

/** Give the seat up before the start; during the game, tell the others that you are away. */
export interface Leave {
  do: 'leave';
  seat?: number | null;
  id: string;
}

/** The public tables, newest first. */
export interface Lobby {
  tables: LobbyTable[];
}

/** A public table in the list. */
export interface LobbyTable {
  table: string;
  game: string;
  title: string;
  phase: 'over' | 'playing' | 'waiting';
  seats: SeatInfo[];
  open: number;
  created: number;
}

/** Show the view of another seat you hold, or (None) what everybody may see, when passing one screen around. */
export interface Look {
  do: 'look';
  seat?: number | null;
  id: string;
}

export type Message = Snapshot | Update | Presence | Answer;

/** An action the seat may do now. With `brief` offers, text and touches are left out. */
export interface Offer {
  action: number;
  notation: string;
  text?: string;
  touches?: string[];
}

/** One choice when a game is set up. */
export interface OptionInfo {
  name: string;
  values: (boolean | number | string)[];
  default: boolean | number | string | (boolean | number | string)[];
  many: boolean;
  rule: string;
  text: string;
  seats: number[];
}

/** Ask for a pong. */
export interface Ping {
  do: 'ping';
  id: string;
}

/** Who is here now. Not numbered: it is no part of the game. */
export interface Presence {
  is: 'presence';
  seats: SeatInfo[];
  watching: number;
}

/** The body of every HTTP error. */
export interface Problem {
  error: Refused;
}

/** What you need to check the dealing: the seed's hash before the game, the seed after it. */
export interface Proof {
  commitment: string;
  words: string[];
  seed?: string;
  next?: string;
}

/** Why a command was not done: a code for programs, a sentence for people, the rule and the places concerned. */
export interface Refused {
  code: string;
  reason: string;
  rule?: string;
  places?: string[];
}

/** Ask for another game with the seats rotated, or agree to it. */
export interface Rematch {
  do: 'rematch';
  word?: string;
  seat?: number | null;
  id: string;
}

/** A record played through: what everybody, or one seat, sees after each step. */
export interface Replay {
  game: string;
  title: string;
  seats: number;
  options: Record<string, boolean | number | string | (boolean | number | string)[]>;
  steps: Step[];
  result: ResultInfo | null;
}

/** Say yes or no to what another seat asks (see `Asked`). */
export interface Reply {
  do: 'reply';
  to: 'rematch' | 'undo';
  yes: boolean;
  seat?: number | null;
  id: string;
}

/** Give the game up. */
export interface Resign {
  do: 'resign';
  seat?: number | null;
  id: string;
}

/** How the game ended. */
export interface ResultInfo {
  points: number[];
  winners: number[];
  reason: string;
  breakdown: Record<string, number>[];
}

/** One seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: 'bot' | 'open' | 'person';
  title: string;
  name?: string;
  level?: number;
  here?: boolean;
  away?: boolean;
  stand_in?: number;
  resigned?: boolean;
  wins?: number;
}

/** Who sits here: nobody yet (open), a person at the browser that creates the table, or a bot. */
export interface SeatSetup {
  kind?: 'bot' | 'here' | 'open';
  name?: string;
  level?: number;
}

/** How the series stands to which the games belong: a match, a campaign. */
export interface SeriesInfo {
  text: string;
  saved: string;
  over: boolean;
}

/** Take an open seat; the answer brings the seat's token. A holder's key takes the seat for the same browser. */
export interface Sit {
  do: 'sit';
  name: string;
  seat?: number | null;
  word?: string;
  token?: string | null;
  id: string;
}

/** Taking a seat over HTTP. */
export interface SitDown {
  name: string;
  seat?: number | null;
  word?: string;
  token?: string | null;
}

/** Everything a viewer may know at this number. It replaces what the client had. */
export interface Snapshot {
  is: 'snapshot';
  number: number;
  table: TableInfo;
  game: number;
  phase: 'over' | 'playing' | 'waiting';
  you: You;
  seats: SeatInfo[];
  acting: number[];
  view: Record<string, unknown>;
  offers: Offer[];
  actions: number[];
  undo: boolean;
  story: Happened[];
  result: ResultInfo | null;
  clock: ClockInfo | null;
  asked: Asked | null;
  proof: Proof;
  series: SeriesInfo | null;
  aims: string[];
  drawing: string;
}

/** Let a bot play for a person who has been away for a while; on return the seat is theirs again. */
export interface StandIn {
  do: 'stand_in';
  seat: number;
  level?: number;
  id: string;
}

/** Start now; `fill` puts bots of this level on the open seats. */
export interface Start {
  do: 'start';
  fill?: number | null;
  word?: string;
  id: string;
}

/** One step of a replay; the view is given whole. */
export interface Step {
  happened: Happened | null;
  view: Record<string, unknown>;
  acting: number[];
  drawing?: string;
}

/** What the table is set up as. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  version: number;
  options: Record<string, boolean | number | string | (boolean | number | string)[]>;
  public: boolean;
  spectators: string;
  clock: ClockSetup | null;
  chat: boolean;
  undo: string;
  hints: boolean;
  games: number;
  start: string;
}

/** A new table. */
export interface TableSetup {
  game: string;
  options?: Record<string, boolean | number | string | (boolean | number | string)[]>;
  seats: SeatSetup[];
  public?: boolean;
  spectators?: 'all_after_end' | 'none' | 'public';
  clock?: ClockSetup | null;
  chat?: boolean;
  undo?: 'ask' | 'free' | 'off';
  hints?: boolean;
  away_after?: number;
  games?: number;
  start?: 'full' | 'later';
  word?: string;
  series?: string;
}

/** Ask to take back your own last action; done at once if no other person is at the table. */
export interface Undo {
  do: 'undo';
  number: number;
  seat?: number | null;
  id: string;
}

/**
 * What changed from one number to the next.
 *
 * What is left out is as before; but offers, actions, undo and asked are always whole.
 */
export interface Update {
  is: 'update';
  number: number;
  happened: Happened[];
  acting: number[];
  phase: 'over' | 'playing' | 'waiting';
  view?: Record<string, unknown>;
  offers?: Offer[];
  actions?: number[];
  undo?: boolean;
  asked?: Asked | null;
  seats?: SeatInfo[] | null;
  result?: ResultInfo | null;
  clock?: ClockInfo | null;
  proof?: Proof | null;
  series?: SeriesInfo | null;
  aims?: string[] | null;
  drawing?: string;
}

/** What checking a record found. */
export interface Verdict {
  ok: boolean;
  replays: boolean;
  fair: boolean | null;
  outcomes: number;
  reason?: string;
}

/** Ask why an action or these touches aren't allowed; the answer is the refusal, or ok if they are. */
export interface Why {
  do: 'why';
  action?: number | string | null;
  touches?: string[];
  seat?: number | null;
  id: string;
}

/** What the viewer is here. */
export interface You {
  seats: number[];
  eye: number | null;
  host: boolean;
  invite?: string;
  watch?: string;
}

export type Phase = Snapshot['phase'];

export type View = Snapshot['view'];

export type Value = TableInfo['options'][string];
