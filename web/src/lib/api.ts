import type {
  AnalysisProgress,
  Created,
  Answer,
  DiagramInfo,
  GameInfo,
  Glance,
  Lobby,
  LobbyTable,
  Problem,
  Reach,
  Refused,
  Replay,
  Snapshot,
  TableSetup,
  Verdict,
} from './protocol';

import { net } from './net.svelte';

/** A refusal of the server, in its own words. */
export class Refusal extends Error {
  constructor(readonly error: Refused) {
    super(error.reason);
  }
}

async function asked(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    net.offline = true;
    throw new Refusal({ code: 'offline', reason: 'Can’t reach the server. Check your connection and try again.' });
  }
  net.offline = response.headers.get('x-kept') !== null; // the service worker's, for want of the server's
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(
    body?.error ?? { code: 'internal', reason: `Something went wrong (error ${response.status}). Try again.` },
  );
}

const bearer = (key: string): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {});

let known: Promise<GameInfo[]> | undefined;

/** All games there are to play; asked for once. */
export function games(): Promise<GameInfo[]> {
  known ??= asked('/api/games').then((response) => response.json() as Promise<GameInfo[]>);
  known.catch(() => (known = undefined));
  return known;
}

export async function rules(game: string): Promise<string> {
  return (await asked(`/api/games/${game}/rules`)).text();
}

/** The pictures in a game's rules. */
export async function diagrams(game: string): Promise<DiagramInfo[]> {
  return (await asked(`/api/games/${game}/diagrams`)).json() as Promise<DiagramInfo[]>;
}

export async function lobby(): Promise<LobbyTable[]> {
  return ((await (await asked('/api/tables')).json()) as Lobby).tables;
}

export async function create(setup: TableSetup): Promise<Created> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(setup) };
  return (await asked('/api/tables', init)).json() as Promise<Created>;
}

/** A table as it is now, without what one may do there. */
export async function tableNow(table: string, key: string): Promise<Snapshot> {
  return (await asked(`/api/tables/${table}?offers=none`, { headers: bearer(key) })).json() as Promise<Snapshot>;
}

/** The page's address for others on the network of the server's machine, asked from that machine; empty if none. */
export async function networkAddress(): Promise<string> {
  return ((await (await asked('/api/reach')).json()) as Reach).network;
}

/** A table at a glance: it doesn't count as being there. */
export async function glanceAt(table: string, key: string): Promise<Glance> {
  return (await asked(`/api/tables/${table}/glance`, { headers: bearer(key) })).json() as Promise<Glance>;
}

/** Take any open seat of a public table; the answer has the key that holds it. */
export async function sitDown(table: string, name: string): Promise<Answer> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) };
  return (await asked(`/api/tables/${table}/sit`, init)).json() as Promise<Answer>;
}

/** The text of one of the table's games, or of its latest. */
export async function record(table: string, key: string, plays: number | null = null): Promise<string> {
  const which = plays === null ? '' : `?game=${plays}`;
  return (await asked(`/api/tables/${table}/record${which}`, { headers: bearer(key) })).text();
}

/** A record played through as this seat saw it; `drawn` for each view as text, too. */
export async function replay(text: string, seat: number | null, drawn: boolean): Promise<Replay> {
  const query = new URLSearchParams({
    ...(seat === null ? {} : { seat: `${seat}` }),
    ...(drawn ? { drawn: 'true' } : {}),
  });
  const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text };
  return (await asked(`/api/replay?${query}`, init)).json() as Promise<Replay>;
}

export async function verify(text: string): Promise<Verdict> {
  const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text };
  return (await asked('/api/verify', init)).json() as Promise<Verdict>;
}

/** Start to take a table's finished game apart, or of a running one this seat's play; ask for the rest by its digest. */
export async function analyseTable(
  table: string,
  key: string,
  setting: string,
  seat: number | null = null,
): Promise<AnalysisProgress> {
  const query = new URLSearchParams({ setting, ...(seat === null ? {} : { seat: `${seat}` }) });
  const init = { method: 'POST', headers: bearer(key) };
  return (await asked(`/api/tables/${table}/analyse?${query}`, init)).json() as Promise<AnalysisProgress>;
}

/** How far an analysis is, at its end or after so many seconds. */
export async function analysisNow(digest: string, wait: number): Promise<AnalysisProgress> {
  return (await asked(`/api/analyses/${digest}?wait=${wait}`)).json() as Promise<AnalysisProgress>;
}

export async function cancelAnalysis(digest: string): Promise<void> {
  await asked(`/api/analyses/${digest}`, { method: 'DELETE' });
}
