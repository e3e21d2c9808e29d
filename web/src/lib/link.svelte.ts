/** The line to one table: numbered updates in order, nothing lost over a drop, commands sent until they are answered. */

import { changed } from './changed';
import { hitsOne, hurry, lastingOf, rollerOf } from './motion';
import { MOST_PAUSE, Queue, type Beat } from './queue';
import { settings } from './settings.svelte';
import type {
  Answer,
  Asked,
  Cheered,
  ClockInfo,
  Command,
  Happened,
  Hello,
  Lesson,
  LessonInfo,
  Mark,
  Message,
  Offer,
  Phase,
  Ping,
  Proof,
  ReactionInfo,
  ResultInfo,
  SeatInfo,
  SeriesInfo,
  Snapshot,
  TableInfo,
  Update,
  View,
  You,
} from './protocol';

const PATIENCE = 6000;
const PING_EVERY = 12000;
const SLOWEST_RETRY = 5000;
/** Milliseconds that a die waits for a touch before it rolls by itself. */
const ROLL_WAIT = 1000;

type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never;
/** A command as one gives it; the link adds the id. */
export type Order = WithoutId<Command>;

interface Waiting {
  message: Command;
  done: (answer: Answer) => void;
}

/** A lesson of a game, from 0. */
export interface Course {
  game: string;
  lesson: number;
}

export type Line = 'connecting' | 'open' | 'lost' | 'refused';

/** What is drawn when something happens: called before the view changes, it returns what to call after that. */
export type Staging = (happened: Happened, milliseconds: number) => () => void;

const countdown = (reaction: ReactionInfo | null | undefined, at: number): TableLink['reaction'] =>
  reaction ? { until: at + reaction.left * 1000, seconds: reaction.seconds } : null;

/** Whether this is a phone or a tablet, which puts pages to sleep that are out of sight. */
const isHandheld = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

export class TableLink {
  line = $state<Line>('connecting');
  refusal = $state('');
  /** The code of the refusal, for what follows from it. */
  refusedAs = $state('');
  number = $state(-1);
  table = $state.raw<TableInfo | null>(null);
  game = $state(1);
  phase = $state<Phase>('waiting');
  you = $state.raw<You>({ seats: [], eye: null, host: false });
  seats = $state.raw<SeatInfo[]>([]);
  acting = $state.raw<number[]>([]);
  view = $state.raw<View>({});
  offers = $state.raw<Offer[]>([]);
  undo = $state(false);
  story = $state.raw<Happened[]>([]);
  result = $state.raw<ResultInfo | null>(null);
  clock = $state.raw<ClockInfo | null>(null);
  clockAt = $state(0);
  asked = $state.raw<Asked | null>(null);
  proof = $state.raw<Proof | null>(null);
  series = $state.raw<SeriesInfo | null>(null);
  /** Who has cheered the winners of this game, and how. */
  cheers = $state.raw<Cheered[]>([]);
  /** What the game asks for and how far one is. */
  aims = $state.raw<string[]>([]);
  /** What wins, in one sentence, and how far every seat is. */
  goal = $state('');
  progress = $state.raw<string[]>([]);
  /** The view as text, for a game that has no board here. */
  drawing = $state('');
  watching = $state(0);
  /** What was heard last, to be said aloud: it does not wait for the board. */
  latest = $state.raw<Happened[]>([]);
  /** The time people have to answer a question put to all at once; `until` is this machine's clock. */
  reaction = $state.raw<{ until: number; seconds: number } | null>(null);
  /** By seat, points so far by where they come from. */
  standing = $state.raw<Record<string, number>[]>([]);
  /** What one's own seat should mind. */
  dangers = $state.raw<Mark[]>([]);
  /** Whether the board is still showing what happened. */
  busy = $state(false);
  /** What waits for a touch of one's own before it is shown: a roll. */
  awaited = $state.raw<Happened | null>(null);
  /** What has just hit one of one's own seats. */
  hit = $state.raw<Happened | null>(null);
  /** Where one is in a lesson; null at an ordinary table. */
  lesson = $state.raw<LessonInfo | null>(null);
  /** Draws what happens. */
  staging: Staging = () => () => {};

  #course: Course | null;
  #id: string;
  /** What gives one the right to be here; whoever sits down gets another one, after the table has told of it. */
  #key = $state('');
  #socket: WebSocket | null = null;
  #closed = false;
  #received = -1;
  #hasBoard: (game: string) => boolean;
  #detail: Hello['offers'] = 'full';
  #eye: number | null = null;
  #sent = 0;
  #session = Math.random().toString(36).slice(2, 8);
  #waiting = new Map<string, Waiting>();
  #queue = new Queue(
    () => (document.hidden ? 0 : settings.pace),
    (busy) => {
      this.busy = busy;
      if (busy) return;
      this.awaited = null;
      if (this.#seen && this.hit === this.#seen) this.hit = null;
    },
  );
  /** What has hit one of one's own seats and had its time to be seen. */
  #seen: Happened | null = null;
  /** Up to this number all is past: it was missed, and is not played. */
  #past = -1;
  #awaited: { number: number; seen: () => void }[] = [];
  #heard = 0;
  #heart: ReturnType<typeof setInterval> | undefined;
  #retry = 0;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #wake = () => {
    if (document.hidden) {
      this.#queue.skip(); // whoever comes back sees the present
      if (isHandheld()) this.#socket?.close(); // it may sleep at any moment, and the others should know that one is gone
    }
    this.#now();
  };

  /** A table, or with ``course`` a lesson: then neither id nor key counts. */
  constructor(id: string, key: string, hasBoard: (game: string) => boolean, course: Course | null = null) {
    this.#course = course;
    this.#id = id;
    this.#key = key;
    this.#hasBoard = hasBoard;
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  get key(): string {
    return this.#key;
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#queue.clear();
    clearTimeout(this.#retrying);
    clearInterval(this.#heart);
    this.#socket?.close();
  }

  /** Show at once all that is still to be shown. */
  skip(): void {
    this.#queue.skip();
  }

  /** Go on with what waits for a touch: a roll, or what was to be seen. */
  goOn(): void {
    this.#queue.goOn();
  }

  /** Send a command; the promise comes true with its answer, over however many connections that takes. */
  send(command: Order): Promise<Answer> {
    const id = `${this.#session}.${++this.#sent}`;
    return new Promise((done) => {
      const message: Command = { ...command, id };
      this.#waiting.set(id, { message, done });
      if (this.line === 'open') this.#socket?.send(JSON.stringify(message));
    });
  }

  /** Do an action; the promise comes true when it is done and shown, or refused. */
  async act(action: number, seat: number | null): Promise<Answer> {
    const answer = await this.send({ do: 'act', number: this.number, action, seat });
    if (answer.ok && this.number < answer.number) {
      await new Promise<void>((seen) => this.#awaited.push({ number: answer.number, seen }));
    }
    return answer;
  }

  /** Begin the lesson again from its first step. */
  begin(): Promise<Answer> {
    return this.send({ do: 'lesson', game: '', lesson: 0, ...this.#course, offers: this.#detail, happenings: true });
  }

  /** See what this seat sees, or (null) what everybody may. */
  look(seat: number | null): Promise<Answer> {
    this.#eye = seat;
    return this.send({ do: 'look', seat });
  }

  /** Sit down by a token of one's own, so that the seat is not lost should the answer be. */
  async sit(name: string, seat: number | null, birthday = ''): Promise<Answer> {
    const token = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'));
    const answer = await this.send({ do: 'sit', name, seat, token: token.join(''), birthday });
    if (answer.ok && answer.token) this.#key = answer.token;
    return answer;
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const table = this.#course ? '' : `/${this.#id}`; // a proxy may send all of a table to one server by this
    const socket = new WebSocket(`${scheme}://${location.host}/ws${table}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      const id = `${this.#session}.h${++this.#sent}`;
      if (this.#course) {
        const lesson: Lesson = { do: 'lesson', id, ...this.#course, offers: this.#detail, happenings: true };
        socket.send(JSON.stringify(lesson));
        return;
      }
      const hello: Hello = {
        do: 'hello',
        id,
        table: this.#id,
        key: this.#key,
        since: this.#received,
        offers: this.#detail,
        eye: this.#eye,
        happenings: true,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#dropped();
    };
    clearInterval(this.#heart);
    this.#heart = setInterval(() => this.#beat(), PATIENCE / 3);
  }

  #beat(): void {
    const silence = Date.now() - this.#heard;
    if (this.line === 'open' && silence > PING_EVERY + PATIENCE) this.#socket?.close();
    else if (this.line === 'open' && silence > PING_EVERY) {
      const ping: Ping = { do: 'ping', id: `${this.#session}.p${++this.#sent}` };
      this.#socket?.send(JSON.stringify(ping));
    }
  }

  #dropped(): void {
    if (this.#closed || this.line === 'refused') return;
    clearInterval(this.#heart);
    this.line = 'lost';
    if (document.hidden && isHandheld()) return; // until it is looked at again
    const wait = Math.min(SLOWEST_RETRY, 250 * 2 ** this.#retry++);
    this.#retrying = setTimeout(() => this.#connect(), wait);
  }

  #now(): void {
    if (this.line !== 'lost' || document.hidden) return;
    clearTimeout(this.#retrying);
    this.#retry = 0;
    this.#connect();
  }

  #hear(message: Message): void {
    this.#heard = Date.now();
    if (message.is === 'answer') this.#answered(message);
    else if (message.is === 'presence') {
      this.seats = message.seats;
      this.watching = message.watching;
    } else {
      if (message.is === 'snapshot' && this.#detail === 'full' && !this.#hasBoard(message.table.game)) {
        this.#askForDrawing();
        return;
      }
      if (this.line !== 'open') this.#opened();
      if (message.is === 'update') {
        if (message.number <= this.#received) return;
        if (message.number > this.#received + 1) {
          this.#socket?.close(); // a gap means loss: ask again from the last number
          return;
        }
      }
      this.#received = message.number;
      this.#take(message);
    }
  }

  /** Say hello anew: the game turns out to have no board here, so the server is to draw it. */
  #askForDrawing(): void {
    const before = this.#socket;
    this.#detail = 'drawn';
    this.#connect();
    before?.close();
  }

  #opened(): void {
    this.line = 'open';
    this.#retry = 0;
    for (const { message } of this.#waiting.values()) this.#socket?.send(JSON.stringify(message));
  }

  #answered(answer: Answer): void {
    if (answer.id.startsWith(`${this.#session}.h`)) {
      if (answer.ok) {
        this.#past = answer.number;
        if (this.line !== 'open') this.#opened();
      } else if (answer.error?.code === 'too_many' || answer.error?.code === 'internal') this.#socket?.close();
      else {
        this.refusal = answer.error?.reason ?? 'You don’t have access to this table.';
        this.refusedAs = answer.error?.code ?? '';
        this.line = 'refused';
        this.#socket?.close();
      }
      return;
    }
    this.#waiting.get(answer.id)?.done(answer);
    this.#waiting.delete(answer.id);
  }

  /** Queue what has come: each thing that happened for its time, then what it led to. A snapshot is the present. */
  #take(message: Snapshot | Update): void {
    if (message.is === 'snapshot') {
      this.#queue.skip();
      this.#replace(message);
      this.#tellAwaited();
      return;
    }
    const past = message.number <= this.#past;
    const at = Date.now();
    if (this.#runs(message)) {
      this.#seen = null; // what has hit one stays in sight until something else happens
      this.#queue.waitForNobody();
    }
    if (message.happened.length) this.latest = message.happened;
    const beats: Beat[] = message.happened.map((happened) => this.#beatOf(happened, message, past));
    this.#queue.add(...beats, {
      lasts: 0,
      play: () => {
        this.#merge(message, at);
        this.#tellAwaited();
      },
    });
  }

  /** Whether one's own time runs with this, or the time that all are given to answer. */
  #runs({ clock, reaction }: Update): boolean {
    return Boolean(reaction) || (clock?.running.some((seat) => this.you.seats.includes(seat)) ?? false);
  }

  #beatOf(happened: Happened, message: Update, past: boolean): Beat {
    const own = this.you.seats;
    const timed = this.#runs(message);
    const hits = !past && hitsOne(happened, own);
    const rolls = !past && !timed && own.includes(rollerOf(happened) ?? -1); // whoever's turn it is may touch the die
    return {
      lasts: past ? 0 : lastingOf(happened),
      ready: rolls ? ROLL_WAIT : 0,
      awaits: () => (this.awaited = happened),
      pause: hits && !timed ? MOST_PAUSE : 0,
      rests: () => (this.#seen = happened),
      play: (milliseconds) => {
        this.awaited = null;
        this.hit = hits ? happened : happened.marks?.length ? null : this.hit;
        this.#happen(happened, milliseconds);
      },
    };
  }

  /** Let one thing happen on the board. */
  #happen(happened: Happened, milliseconds: number): void {
    hurry(milliseconds, happened);
    const show = this.staging(happened, milliseconds);
    if (happened.changes) this.view = changed(this.view, happened.changes);
    this.story = [...this.story, happened].slice(-400);
    show();
  }

  #tellAwaited(): void {
    this.#awaited = this.#awaited.filter(({ number, seen }) => number > this.number || seen());
  }

  #replace(snapshot: Snapshot): void {
    this.number = snapshot.number;
    this.table = snapshot.table;
    this.game = snapshot.game;
    this.phase = snapshot.phase;
    this.you = snapshot.you;
    this.#eye = snapshot.you.eye;
    this.seats = snapshot.seats;
    this.acting = snapshot.acting;
    this.view = snapshot.view;
    this.offers = snapshot.offers;
    this.undo = snapshot.undo;
    this.story = snapshot.story;
    this.result = snapshot.result;
    this.clock = snapshot.clock;
    this.clockAt = Date.now();
    this.asked = snapshot.asked;
    this.proof = snapshot.proof;
    this.series = snapshot.series;
    this.cheers = snapshot.cheers;
    this.aims = snapshot.aims;
    this.goal = snapshot.goal ?? '';
    this.progress = snapshot.progress ?? [];
    this.drawing = snapshot.drawing;
    this.latest = [];
    this.standing = snapshot.standing ?? [];
    this.dangers = snapshot.dangers ?? [];
    this.reaction = countdown(snapshot.reaction, Date.now());
    this.lesson = snapshot.lesson ?? null;
    this.hit = null;
  }

  #merge(update: Update, at: number): void {
    this.number = update.number;
    this.phase = update.phase;
    this.acting = update.acting;
    if (update.view) this.view = changed(this.view, update.view);
    this.offers = update.offers ?? [];
    this.undo = update.undo ?? false;
    this.asked = update.asked ?? null;
    if (update.seats) this.seats = update.seats;
    if (update.result) this.result = update.result;
    if (update.proof) this.proof = update.proof;
    if (update.series) this.series = update.series;
    if (update.cheers) this.cheers = update.cheers;
    else if (update.phase !== 'over') this.cheers = [];
    if (update.aims) this.aims = update.aims;
    if (update.progress) this.progress = update.progress;
    if (update.drawing) this.drawing = update.drawing;
    if (update.clock) {
      this.clock = update.clock;
      this.clockAt = at; // time has gone on while the board was showing what happened
    }
    this.reaction = countdown(update.reaction, at);
    if (update.lesson) this.lesson = update.lesson;
    if (update.standing) this.standing = update.standing;
    if (update.dangers) this.dangers = update.dangers;
  }
}
