import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnalysisProgress } from '../lib/protocol';
import { Analysing } from './analysing.svelte';

const progress = (done: number, more: Partial<AnalysisProgress> = {}): AnalysisProgress => ({
  digest: 'd1',
  done,
  total: 4,
  chances: Array.from({ length: done }, () => [0.5, 0.5]),
  luck: [],
  errors: [],
  analysis: null,
  own: null,
  ...more,
});
const whole = progress(4, { chances: [], analysis: { sums: [] } as unknown as AnalysisProgress['analysis'] });

/** A server that gives these answers in turn, each when it is let go. */
function server(...answers: unknown[]): { calls: string[]; next: () => Promise<void> } {
  const calls: string[] = [];
  const waiting: (() => void)[] = [];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? 'GET'} ${path}`);
    const body = answers.shift();
    const answer = { ok: true, headers: new Headers(), json: () => Promise.resolve(body) };
    return new Promise((done) => waiting.push(() => done(answer)));
  });
  const next = async (): Promise<void> => {
    waiting.shift()?.();
    await new Promise((done) => setTimeout(done));
  };
  return { calls, next };
}

afterEach(() => vi.unstubAllGlobals());

describe('an analysis that is followed', () => {
  it('grows until it is whole, and is kept while a closer one is worked out', async () => {
    const { calls, next } = server(progress(1), progress(3), whole, progress(2, { digest: 'd2' }), whole);
    const one = new Analysing('table', 'key');
    void one.start('usual');
    await next();
    expect([one.progress?.chances.length, one.done, one.running]).toEqual([1, 0.25, 'usual']);
    await next();
    expect(one.progress?.chances.length).toBe(3);
    await next();
    expect([one.progress, one.setting, one.running]).toEqual([whole, 'usual', null]);
    void one.start('deep');
    await next();
    expect([one.progress, one.done, one.running]).toEqual([whole, 0.5, 'deep']);
    await next();
    expect([one.setting, one.running]).toEqual(['deep', null]);
    expect(calls[0]).toBe('POST /api/tables/table/analyse?setting=usual');
    expect(calls[1]).toBe('GET /api/analyses/d1?wait=1');
  });

  it('is cancelled at the server, and nothing that comes later counts', async () => {
    const { calls, next } = server(progress(1), progress(2), null);
    const one = new Analysing('table', 'key');
    void one.start('usual');
    await next();
    void one.cancel();
    await next();
    expect(calls.at(-1)).toBe('DELETE /api/analyses/d1');
    expect([one.progress?.done, one.running, one.failed]).toEqual([1, null, '']);
  });
});
