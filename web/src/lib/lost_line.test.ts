// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TableLink } from './link.svelte';
import type { Answer, Happened, Snapshot, Update } from './protocol';

type Sent = Record<string, unknown> & { do: string; id: string };

/** The server's end of a WebSocket, played by the test. */
class Socket {
  static all: Socket[] = [];
  static get last(): Socket {
    return Socket.all.at(-1) as Socket;
  }

  sent: Sent[] = [];
  closed = false;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor() {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.onclose();
  }

  says(message: Snapshot | Update | Answer): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** The commands that came, but for hello and pings. */
  get commands(): Sent[] {
    return this.sent.filter((command) => command.do !== 'hello' && command.do !== 'ping');
  }

  /** Take the connection, and send this snapshot or nothing. */
  open(first?: Snapshot): void {
    this.onopen();
    this.says(answer(String(this.sent[0]?.id)));
    if (first) this.says(first);
  }
}

const answer = (id: string, more: Partial<Answer> = {}): Answer => ({ is: 'answer', id, ok: true, number: 5, ...more });

const happened = (text: string): Happened => ({
  kind: 'chat',
  seat: 0,
  text,
  seen: true,
  action: -1,
  notation: '',
  touches: [],
});

const update = (number: number, text = `line ${number}`): Update => ({
  is: 'update',
  number,
  happened: [happened(text)],
  acting: [],
  phase: 'playing',
});

const snapshot = (number: number): Snapshot =>
  ({
    is: 'snapshot',
    number,
    table: {},
    game: 1,
    phase: 'playing',
    you: { seats: [0], eye: 0, host: true },
    seats: [],
    acting: [],
    view: {},
    offers: [],
    undo: false,
    story: [],
    result: null,
    clock: null,
    asked: null,
    proof: {},
    aims: [],
  }) as unknown as Snapshot;

let link: TableLink;

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  vi.stubGlobal('WebSocket', Socket);
  link = new TableLink('table', 'key', () => true);
});

afterEach(() => {
  link.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Move the time to the next connection and return it. */
function nextSocket(): Socket {
  const before = Socket.all.length;
  for (let waited = 0; Socket.all.length === before && waited < 60_000; waited += 10) vi.advanceTimersByTime(10);
  expect(Socket.all.length).toBe(before + 1);
  return Socket.last;
}

test('a gap between two numbers is asked for again from the last one that came', () => {
  const first = Socket.last;
  first.open(snapshot(5));
  first.says(update(6));
  first.says(update(8));
  expect(first.closed).toBe(true);
  expect([link.number, link.story.map(({ text }) => text)]).toEqual([6, ['line 6']]);
  const second = nextSocket();
  second.onopen();
  expect(second.sent[0]).toMatchObject({ do: 'hello', table: 'table', key: 'key', since: 6 });
  second.says(answer(String(second.sent[0]?.id)));
  second.says(update(7));
  second.says(update(8));
  expect([link.line, link.number, link.story.length]).toEqual(['open', 8, 3]);
});

test('an update that has come before is not told again', () => {
  Socket.last.open(snapshot(5));
  for (const number of [6, 7, 6, 7, 8]) Socket.last.says(update(number));
  expect(link.story.map(({ text }) => text)).toEqual(['line 6', 'line 7', 'line 8']);
});

test('a command is sent again over the next connection, under its old name, until it is answered', async () => {
  const first = Socket.last;
  first.open(snapshot(5));
  const done = vi.fn();
  void link.send({ do: 'chat', text: 'hi' }).then(done);
  first.close();
  void link.send({ do: 'chat', text: 'while the line was lost' });
  const second = nextSocket();
  second.open();
  expect(second.commands).toMatchObject([...first.commands, { do: 'chat', text: 'while the line was lost' }]);
  expect(second.commands.map(({ id }) => id)).toContain(first.commands[0]?.id);
  second.says(answer(String(first.commands[0]?.id), { number: 6 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ ok: true, number: 6 }));
  second.close();
  nextSocket().open();
  expect(Socket.last.commands).toMatchObject([{ text: 'while the line was lost' }]);
});

test('an action is done for the page once its update is shown', async () => {
  Socket.last.open(snapshot(5));
  const done = vi.fn();
  void link.act(3, null).then(done);
  expect(Socket.last.commands).toMatchObject([{ do: 'act', action: 3, number: 5 }]);
  Socket.last.says(answer(String(Socket.last.commands[0]?.id), { number: 6 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(done).not.toHaveBeenCalled();
  Socket.last.says(update(6));
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledOnce();
});

test('the story keeps hundreds of lines, the newest last, and does not grow without end', () => {
  Socket.last.open(snapshot(0));
  for (let number = 1; number <= 1000; number++) Socket.last.says(update(number));
  expect(link.story.length).toBeGreaterThanOrEqual(200);
  expect(link.story.length).toBeLessThan(1000);
  expect(link.story.at(-1)?.text).toBe('line 1000');
  expect(link.story.at(-200)?.text).toBe('line 801');
});

test('who has sat down comes back with the key of the seat', async () => {
  Socket.last.open(snapshot(5));
  void link.sit('Ada', null);
  const [sit] = Socket.last.commands;
  expect(String(sit?.token)).toMatch(/^[0-9a-f]{32}$/);
  Socket.last.says(answer(String(sit?.id), { token: String(sit?.token) }));
  await vi.advanceTimersByTimeAsync(0);
  expect(link.key).toBe(sit?.token);
  Socket.last.close();
  nextSocket().onopen();
  expect(Socket.last.sent[0]).toMatchObject({ do: 'hello', key: sit?.token });
});

test('a line that is silent is asked, and given up if it stays so', () => {
  const first = Socket.last;
  first.open(snapshot(5));
  for (let waited = 0; !first.closed && waited < 60_000; waited += 1000) vi.advanceTimersByTime(1000);
  expect(first.closed).toBe(true);
  expect(first.sent.some((command) => command.do === 'ping')).toBe(true);
  expect(Socket.all.length > 1 || link.line === 'lost').toBe(true);
});

test('a line whose pings are answered is kept', () => {
  const first = Socket.last;
  first.open(snapshot(5));
  let answered = 0;
  for (let waited = 0; waited < 300_000; waited += 1000) {
    vi.advanceTimersByTime(1000);
    const pings = first.sent.filter((command) => command.do === 'ping');
    for (const ping of pings.slice(answered)) first.says(answer(ping.id));
    answered = pings.length;
  }
  expect(answered).toBeGreaterThan(10);
  expect([first.closed, Socket.all.length, link.line]).toEqual([false, 1, 'open']);
});

test('a server that does not answer is tried more and more seldom, and never given up', () => {
  const waits: number[] = [];
  for (let time = 0; time < 8; time++) {
    const before = Date.now();
    Socket.last.close();
    nextSocket();
    waits.push(Date.now() - before);
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(100);
  expect(waits.at(-1)).toBeGreaterThan(4 * (waits[0] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
});

test('a table that is closed to one is not asked for again', () => {
  Socket.last.onopen();
  const id = String(Socket.last.sent[0]?.id);
  Socket.last.says(answer(id, { ok: false, error: { code: 'forbidden', reason: 'No.' } }));
  vi.advanceTimersByTime(60_000);
  expect([link.line, link.refusedAs, Socket.all.length]).toEqual(['refused', 'forbidden', 1]);
});

const falling = (number: number): Update => ({
  ...update(number),
  happened: [
    {
      ...happened(`drop ${number}`),
      kind: 'action',
      seat: 1,
      changes: { dropped: number },
      marks: [{ kind: 'fall', place: 'A1', amount: 0, cause: '', thing: '', path: [], hits: -1 }],
    },
  ],
  view: { dropped: number },
});
const shown = (): [number, unknown, number] => [link.number, link.view.dropped, link.story.length];

test('what happens is shown one after the other, and the number follows once it was seen', () => {
  Socket.last.open(snapshot(5));
  Socket.last.says(falling(6));
  Socket.last.says(falling(7));
  expect(shown()).toEqual([5, 6, 1]);
  vi.advanceTimersByTime(680);
  expect(shown()).toEqual([6, 7, 2]);
  vi.advanceTimersByTime(680);
  expect(shown()).toEqual([7, 7, 2]);
  expect(link.busy).toBe(false);
});

test('clocks and countdowns have run on while the board was showing what happened', () => {
  Socket.last.open(snapshot(5));
  const came = Date.now();
  Socket.last.says({
    ...falling(6),
    clock: { left: [60, 60], running: [1] },
    reaction: { left: 4, seconds: 4 },
  });
  vi.advanceTimersByTime(680);
  expect(link.number).toBe(6);
  expect(link.clockAt).toBe(came);
  expect(link.reaction).toEqual({ until: came + 4000, seconds: 4 });
});

test('what hits one is waited for, but not while one’s own clock runs', () => {
  const hitting = (number: number): Update => {
    const update = falling(number);
    for (const each of update.happened) {
      each.seat = 1;
      for (const mark of each.marks ?? []) mark.hits = 0;
    }
    return update;
  };
  Socket.last.open(snapshot(5));
  Socket.last.says(hitting(6));
  vi.advanceTimersByTime(680);
  expect([link.busy, link.hit?.seat, link.number]).toEqual([true, 1, 5]);
  vi.advanceTimersByTime(4000);
  expect([link.busy, link.hit, link.number]).toEqual([false, null, 6]);
  Socket.last.says({ ...hitting(7), clock: { left: [60, 60], running: [0] } });
  vi.advanceTimersByTime(680);
  expect([link.busy, link.hit?.seat, link.number]).toEqual([false, 1, 7]);
});

test('in a tab that nobody sees, everything is applied at once', () => {
  Socket.last.open(snapshot(5));
  Socket.last.says(falling(6));
  Socket.last.says(falling(7));
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(shown()).toEqual([7, 7, 2]);
  Socket.last.says(falling(8));
  expect(shown()).toEqual([8, 8, 3]);
  vi.restoreAllMocks();
});

test('a snapshot is the present: nothing of what was still to be shown comes after it', () => {
  Socket.last.open(snapshot(5));
  Socket.last.says(falling(6));
  Socket.last.says(falling(7));
  Socket.last.says({ ...snapshot(9), view: { dropped: 9 } });
  expect(shown()).toEqual([9, 9, 0]);
  vi.runOnlyPendingTimers();
  expect(shown()).toEqual([9, 9, 0]);
});

test('what was missed while the connection was lost is not played', () => {
  Socket.last.open(snapshot(5));
  Socket.last.close();
  const second = nextSocket();
  second.onopen();
  second.says({ ...answer(String(second.sent[0]?.id)), number: 7 });
  second.says(falling(6));
  second.says(falling(7));
  expect(shown()).toEqual([7, 7, 2]);
  second.says(falling(8));
  expect(shown()).toEqual([7, 8, 3]);
});
