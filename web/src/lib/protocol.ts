/** The table's protocol, from the server's types. Made by `python -m tetracade.server.api.typescript`. */

/**
 * Ask what there is to know about a place on the table; or at a number, which rules came into play there; or, with
 * neither, for the legend.
 */
export interface About {
  do: 'about';
  place?: string;
  number?: number | null;
  id: string;
}

/** Do an action, given by id or notation. `number` is that of the last update the client had seen. */
export interface Act {
  do: 'act';
  number: number;
  action: number | string;
  seat?: number | null;
  id: string;
}

/** A finished game, taken apart. */
export interface Analysis {
  game: string;
  version: number;
  seats: number;
  names: string[];
  setting: string;
  seed: number;
  digest: string;
  sums: SeatSum[];
  decisions: Decision[];
  luck: Luck[];
  chances: Chance[];
  settled: number;
  words?: string[];
}

/** How far an analysis is, and once it is done what it found. */
export interface AnalysisProgress {
  digest: string;
  done: number;
  total: number;
  chances: number[][];
  luck: Luck[];
  errors: Decision[];
  analysis: Analysis | null;
  own: OwnPlay | null;
}

/** The answer to the command with this id: done (`ok`) or refused. `number` is the table's latest number. */
export interface Answer {
  is: 'answer';
  id: string;
  ok: boolean;
  number: number;
  error?: Refused | null;
  token?: string;
  seat?: number | null;
  offer?: Offer | null;
  reasons?: string[];
  others?: OtherHint[];
  notes?: Note[];
  view?: Record<string, unknown> | null;
  standing?: Record<string, number>[];
  effects?: EffectsInfo | null;
}

/** A question that is waiting for replies. */
export interface Asked {
  what: 'rematch' | 'undo';
  by: number;
  waiting: number[];
}

/** An action that would have been better, and how play might have gone on. */
export interface Better {
  action: number;
  notation: string;
  text: string;
  touches: string[];
  line: string[];
}

/** What every seat could expect before an entry (after the last, at the end). */
export interface Chance {
  entry: number;
  open: number[];
  known: number[];
}

/** The answer to waiting over HTTP: the updates after the given number, or a snapshot instead. */
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

/** Cheer the winners once the game is over; `how` is one of the game's ways. */
export interface Cheer {
  do: 'cheer';
  how?: string;
  seat?: number | null;
  id: string;
}

/** A way to cheer the winners: what its button says, and what is told of who has done it, after the name. */
export interface CheerInfo {
  how: string;
  button: string;
  text: string;
}

/** A seat that has cheered the winners, and how. */
export interface Cheered {
  seat: number;
  how: string;
}

/** Seconds left for each seat at the time of sending, and whose clock is running. */
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

export type Command = Hello | Lesson | Look | Sit | Leave | Start | Act | Why | Hint | About | Recall | Effects | Undo | Rematch | Reply | Resign | StandIn | Cheer | Chat | Ping;

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

/** One decision and what it was worth, by what its seat knew. */
export interface Decision {
  entry: number;
  seat: number;
  action: number;
  notation: string;
  text: string;
  choices: number;
  gains: number[];
  margin: number;
  untold: number[];
  matters: boolean;
  error: number;
  error_margin: number;
  better: Better | null;
}

/** A picture in a game's rules: a position as one seat sees it, and what to point out there. */
export interface DiagramInfo {
  name: string;
  alt: string;
  seat: number;
  seats: SeatInfo[];
  view: Record<string, unknown>;
  parts: string[];
  wide: boolean;
  crop: number;
  offers: Offer[];
  picked: string[];
  touched: string[];
  marks: Mark[];
  arrows: string[][];
  lit: string[];
  notes: Record<string, string>;
  drawing: string;
}

/** Ask what an action that you are offered would bring: changes of your view, marks and points. */
export interface Effects {
  do: 'effects';
  action: number | string;
  seat?: number | null;
  id: string;
}

/** What an action would bring, before anything that chance adds to it. */
export interface EffectsInfo {
  changes: Record<string, unknown>;
  marks: Mark[];
  standing: Record<string, number>[];
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
  teams: Record<string, number[][]>;
  pairs: boolean;
  fields: Record<string, string>;
  lessons: string[];
  opening: OpeningInfo | null;
  first_game: Record<string, boolean | number | string | (boolean | number | string)[]>;
  cheers: CheerInfo[];
  facts: Record<string, unknown>;
  box: string;
  hides: boolean;
  undo: UndoInfo;
}

/** A table at a glance, for a list of your tables: what anyone who watches sees of it. */
export interface Glance {
  number: number;
  table: string;
  game: string;
  title: string;
  plays: number;
  phase: 'over' | 'playing' | 'waiting';
  seats: SeatInfo[];
  acting: number[];
  view: Record<string, unknown>;
  result: ResultInfo | null;
  you: You;
  spectators: string;
  standing: Record<string, number>[];
}

/** Something that happened, worded for this viewer. It has the same keys whether hidden or not. */
export interface Happened {
  kind: 'action' | 'ask' | 'back' | 'chat' | 'cheer' | 'end' | 'leave' | 'outcome' | 'reply' | 'resign' | 'sit' | 'stand_in' | 'start' | 'timeout' | 'undo';
  seat: number;
  text: string;
  seen: boolean;
  action: number;
  notation: string;
  touches: string[];
  number?: number;
  changes?: Record<string, unknown>;
  marks?: Mark[];
}

/** Whether the server is up. That is all that strangers get to know. */
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
  happenings?: boolean;
  id: string;
}

/** Ask a bot what it would do, if the table allows hints. The answer says why, and what else looks good. */
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

/**
 * In place of `hello`: begin a lesson of a game, or another one. It lives as long as the connection, and
 * nobody else can see it.
 */
export interface Lesson {
  do: 'lesson';
  game: string;
  lesson: number;
  offers?: 'brief' | 'drawn' | 'full' | 'none' | 'numbers';
  happenings?: boolean;
  id: string;
}

/** Where one is in a lesson, and what is to be done. */
export interface LessonInfo {
  lesson: number;
  title: string;
  step: number;
  steps: number;
  text?: string;
  praise?: string;
  lit?: string[];
  last?: boolean;
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
  needs: string;
}

/** Show the view of another seat you hold, or (None) what everybody may see, when passing one screen around. */
export interface Look {
  do: 'look';
  seat?: number | null;
  id: string;
}

/** One outcome, or a run of them such as a deal, and what it brought every seat. */
export interface Luck {
  first: number;
  last: number;
  text: string;
  gains: number[];
  points: number[];
}

/** Something to be seen at one place when something happens, or to be minded there. */
export interface Mark {
  kind: string;
  place: string;
  amount: number;
  cause: string;
  thing: string;
  path: string[];
  hits: number;
}

export type Message = Snapshot | Update | Presence | Answer;

/** A few words about something on the table, or about a rule that came into play. */
export interface Note {
  title: string;
  text: string;
  rule?: string;
  place?: string;
}

/** An action the seat may take now. With `brief` offers, text and touches are left out. */
export interface Offer {
  action: number;
  notation: string;
  text?: string;
  touches?: string[];
}

/** What a game's lessons open with. */
export interface OpeningInfo {
  text: string;
  diagram: string;
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
  birthday: string;
  titles: string[];
  from_memory: boolean;
}

/** Something else that one might do, and what speaks for it. */
export interface OtherHint {
  offer: Offer;
  reasons: string[];
}

/** A decision of one's own in a game that still goes on. */
export interface OwnDecision {
  number: number;
  action: number;
  notation: string;
  text: string;
  chance: number;
  gain: number;
  margin: number;
  matters: boolean;
  error: number;
  error_margin: number;
  better: Better | null;
}

/** What a seat may be told while the game goes on: its mean chances and its own play. */
export interface OwnPlay {
  game: string;
  seat: number;
  setting: string;
  seed: number;
  chance: number;
  own: number;
  margin: number;
  decisions: OwnDecision[];
}

/** One seat's sum: six parts that add up to its result. */
export interface Parts {
  start: number;
  dealt: number;
  own: number;
  partner: number;
  others: number;
  untold: number;
}

/** Ask for a pong. */
export interface Ping {
  do: 'ping';
  id: string;
}

/** Who is here now. It has no number because it isn't part of the game. */
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

/** How others reach this server. */
export interface Reach {
  network: string;
}

/** A question put to all at once: seconds left to answer when the message was sent, and how many there were. */
export interface ReactionInfo {
  left: number;
  seconds: number;
}

/** Ask for the view as it was after a number of this game, for looking back while the game goes on. */
export interface Recall {
  do: 'recall';
  number: number;
  step?: number | null;
  id: string;
}

/** Why a command was refused: a code for programs, a sentence for people, the rule and the places concerned. */
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

/** A record step by step: what everyone, or one seat, sees after each step. */
export interface Replay {
  game: string;
  title: string;
  seats: number;
  options: Record<string, boolean | number | string | (boolean | number | string)[]>;
  steps: Step[];
  result: ResultInfo | null;
  beginning: '' | 'position' | 'record';
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

/** One seat as everyone sees it. */
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
  partners?: number[];
  wins?: number;
}

/** Who sits here: nobody yet (open), a person at the browser that creates the table, or a bot. */
export interface SeatSetup {
  kind?: 'bot' | 'here' | 'open';
  name?: string;
  level?: number;
  birthday?: string;
}

/** How one seat came to its result. */
export interface SeatSum {
  seat: number;
  result: number;
  shares: Parts;
  margins: Parts;
  points: Parts | null;
  average_luck: number;
  decisions: number;
  errors: number;
  given_away: number;
  error_rate: number;
  error_margin: number;
  luck: string;
  level: number;
  told: string;
  told_you: string;
}

/** The standing of the series the games belong to: a match or a campaign. */
export interface SeriesInfo {
  text: string;
  saved: string;
  over: boolean;
  moves: boolean;
}

/** Take an open seat; the answer brings the seat's token. A holder's key takes the seat for the same browser. */
export interface Sit {
  do: 'sit';
  name: string;
  seat?: number | null;
  word?: string;
  birthday?: string;
  token?: string | null;
  id: string;
}

/** Taking a seat over HTTP. */
export interface SitDown {
  name: string;
  seat?: number | null;
  word?: string;
  birthday?: string;
  token?: string | null;
}

/** Everything a viewer may know as of this number. It replaces whatever the client had. */
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
  cheers: Cheered[];
  aims: string[];
  goal: string;
  progress: string[];
  drawing: string;
  lesson: LessonInfo | null;
  reaction: ReactionInfo | null;
  standing?: Record<string, number>[];
  dangers?: Mark[];
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

/** One step of a replay, with the complete view. */
export interface Step {
  happened: Happened | null;
  view: Record<string, unknown>;
  acting: number[];
  drawing?: string;
  standing?: Record<string, number>[];
}

/** How the table was set up. */
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
  beginning: '' | 'position' | 'record';
}

/** A new table. */
export interface TableSetup {
  game: string;
  options?: Record<string, boolean | number | string | (boolean | number | string)[]>;
  seats: SeatSetup[];
  public?: boolean;
  spectators?: 'all_after_end' | 'none' | 'public';
  clock?: ClockSetup | null;
  chat?: boolean | null;
  undo?: 'ask' | 'free' | 'off';
  hints?: boolean;
  away_after?: number;
  games?: number;
  reaction?: number | null;
  start?: 'full' | 'later';
  word?: string;
  series?: string;
  position?: string;
  record?: string;
  entries?: number | null;
}

/** Take back your last decision, with what bots have answered. If other people are there, they may be asked. */
export interface Undo {
  do: 'undo';
  number: number;
  seat?: number | null;
  id: string;
}

/** How far undo goes in a game, and where there is something to undo at all. */
export interface UndoInfo {
  text: string;
  bots: boolean;
  screen: boolean;
  online: boolean;
}

/**
 * What changed from one number to the next.
 *
 * Whatever is left out hasn't changed, except that offers, actions, undo and asked are always complete.
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
  cheers?: Cheered[] | null;
  aims?: string[] | null;
  progress?: string[];
  drawing?: string;
  lesson?: LessonInfo | null;
  reaction?: ReactionInfo | null;
  standing?: Record<string, number>[];
  dangers?: Mark[];
}

/** The verdict on a record. */
export interface Verdict {
  ok: boolean;
  replays: boolean;
  fair: boolean | null;
  outcomes: number;
  reason?: string;
  needs?: boolean;
}

/** Ask why an action or these touches aren't allowed; the answer is the refusal, or ok if they are. */
export interface Why {
  do: 'why';
  action?: number | string | null;
  touches?: string[];
  seat?: number | null;
  id: string;
}

/** The viewer's own role at the table. */
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
