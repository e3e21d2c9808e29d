/** The line to one table: numbered updates in order, nothing lost over a drop, commands sent until they are answered. */

import { changed } from './changed';
import type {
  Answer,
  Asked,
  ClockInfo,
  Command,
  Happened,
  Hello,
  Message,
  Offer,
  Phase,
  Ping,
  Proof,
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
const PACE = 650;

type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never;
/** A command as one gives it; the link adds the id. */
export type Order = WithoutId<Command>;

interface Waiting {
  message: Command;
  done: (answer: Answer) => void;
}

export type Line = 'connecting' | 'open' | 'lost' | 'refused';

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

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
  /** What the game asks for and how far one is. */
  aims = $state.raw<string[]>([]);
  /** The view as text, for a game that has no board here. */
  drawing = $state('');
  watching = $state(0);
  /** What the update shown last brought. */
  latest = $state.raw<Happened[]>([]);

  #id: string;
  #key: string;
  #socket: WebSocket | null = null;
  #closed = false;
  #received = -1;
  #hasBoard: (game: string) => boolean;
  #detail: Hello['offers'] = 'full';
  #eye: number | null = null;
  #sent = 0;
  #session = Math.random().toString(36).slice(2, 8);
  #waiting = new Map<string, Waiting>();
  #queue: (Snapshot | Update)[] = [];
  #awaited: { number: number; seen: () => void }[] = [];
  #shownAt = 0;
  #pacing: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #heart: ReturnType<typeof setInterval> | undefined;
  #retry = 0;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #wake = () => this.#now();

  constructor(id: string, key: string, hasBoard: (game: string) => boolean) {
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
    clearTimeout(this.#pacing);
    clearTimeout(this.#retrying);
    clearInterval(this.#heart);
    this.#socket?.close();
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

  /** See what this seat sees, or (null) what everybody may. */
  look(seat: number | null): Promise<Answer> {
    this.#eye = seat;
    return this.send({ do: 'look', seat });
  }

  /** Sit down by a token of one's own, so that the seat is not lost should the answer be. */
  async sit(name: string, seat: number | null): Promise<Answer> {
    const token = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'));
    const answer = await this.send({ do: 'sit', name, seat, token: token.join('') });
    if (answer.ok && answer.token) this.#key = answer.token;
    return answer;
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      const hello: Hello = {
        do: 'hello',
        id: `${this.#session}.h${++this.#sent}`,
        table: this.#id,
        key: this.#key,
        since: this.#received,
        offers: this.#detail,
        eye: this.#eye,
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
      this.#queue.push(message);
      this.#show();
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

  /** Show what has come, at a pace one can follow: what others do one at a time, one's own at once. */
  #show(): void {
    clearTimeout(this.#pacing);
    while (this.#queue.length) {
      const next = this.#queue[0] as Snapshot | Update;
      const foreign =
        next.is === 'update' &&
        next.happened.some((h) => h.seat >= 0 && h.kind === 'action' && !this.you.seats.includes(h.seat));
      const wait =
        foreign && !still() && !document.hidden
          ? this.#shownAt + PACE / Math.max(1, this.#queue.length - 2) - Date.now()
          : 0;
      if (wait > 0) {
        this.#pacing = setTimeout(() => this.#show(), wait);
        return;
      }
      this.#queue.shift();
      this.#shownAt = Date.now();
      if (next.is === 'snapshot') this.#replace(next);
      else this.#merge(next);
      this.#awaited = this.#awaited.filter(({ number, seen }) => number > this.number || seen());
    }
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
    this.aims = snapshot.aims;
    this.drawing = snapshot.drawing;
    this.latest = [];
  }

  #merge(update: Update): void {
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
    if (update.aims) this.aims = update.aims;
    if (update.drawing) this.drawing = update.drawing;
    if (update.clock) {
      this.clock = update.clock;
      this.clockAt = Date.now();
    }
    if (update.happened.length) {
      this.story = [...this.story, ...update.happened].slice(-400);
      this.latest = update.happened;
    }
  }
}
