import { vi } from 'vitest';
import * as z from 'zod/mini';
import { sleep } from '../../../shared/clock.ts';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import type { ApiError } from '../../../shared/net/apiError.ts';
import { createRetrier, type NetworkMonitor } from '../../../shared/net/attempts.ts';
import { createClient, type ClientPorts } from '../../../shared/net/client.ts';
import type { LinkStatus } from '../../../shared/net/retry.ts';
import { manualClock } from '../../support/clock.ts';

const user = { who: 'user', area: 'devices', level: 'W' } as const;
const row = z.object({ n: z.number() });
export const get = endpoint({ method: 'GET', path: '/api/x', access: user, summary: '', answer: row });
export const post = endpoint({
  method: 'POST',
  path: '/api/x',
  access: user,
  summary: '',
  body: row,
  answer: row,
});
export const me = endpoint({ method: 'GET', path: '/api/auth/me', access: user, summary: '', answer: row });
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: { who: 'anyone' },
  summary: '',
  body: row,
  answer: row,
});
export const ABOUT = { type: 'x', description: 'A change' };

export const json = (status: number, body: object = { n: 1 }, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
export const no = (status: number, error = 'UNAVAILABLE', headers: Record<string, string> = {}) =>
  json(status, { error, message: error, details: {} }, headers);
export const lost = () => {
  throw new TypeError('Failed to fetch');
};

interface Setting {
  status?: LinkStatus;
  /** What a health check finds. */
  there?: boolean;
  queue?: ClientPorts['enqueue'];
  /** The file it comes with was never fetched, and there is no link now. */
  hasNoMonitor?: true;
  /** Of the jitter, 0 up to 1. */
  random?: number;
  /** How long the headers of an answer are on their way, ms. */
  ttfbMs?: number;
}
/** A body that begins and then stands still until the call is aborted, as a browser ends it. */
export const hanging = (init: RequestInit) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"n":'));
        init.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );
/** Headers and half a body, then the link breaks. */
export const broken = () => {
  let isBegun = false;
  const body = new ReadableStream({
    pull(controller) {
      if (isBegun) return controller.error(new TypeError('network error'));
      isBegun = true;
      controller.enqueue(new TextEncoder().encode('{"n":'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
};
/** The client loads what a refresh needs with the first 401, in time that no manual clock knows of. */
export async function settled() {
  await new Promise(done => setImmediate(done));
  await vi.dynamicImportSettled();
  await new Promise(done => setImmediate(done));
}

export function begin(
  answer: (n: number, headers: Headers, init: RequestInit) => Response | Promise<Response>,
  setting: Setting = {},
) {
  const clock = manualClock(undefined, settled);
  const world = { status: setting.status ?? 'online', there: setting.there ?? true };
  const at: number[] = [];
  const keys = new Set<string | null>();
  const noted: boolean[] = [];
  const queued: string[] = [];
  const listeners = new Set<() => void>();
  const turn = (status: LinkStatus) => {
    world.status = status;
    for (const listener of listeners) listener();
  };
  const checks = vi.fn(() => Promise.resolve(world.there));
  const network: NetworkMonitor = {
    store: {
      getState: () => ({ status: world.status }),
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    check: checks,
    recordCall: ok => void noted.push(ok),
  };
  const { random, ttfbMs } = setting;
  const withRetries = createRetrier({
    clock,
    network,
    ...(random === undefined ? {} : { random: () => random }),
  });
  const failed: { url: string; error: ApiError }[] = [];
  let kept = { access_token: 'a1', refresh_token: 'r1' };
  const client = createClient({
    clock,
    lock: work => work(),
    tenant: () => null,
    onSignedOut: () => undefined,
    tokens: { read: () => Promise.resolve(kept), write: next => Promise.resolve(void (kept = next!)) },
    network: () =>
      setting.hasNoMonitor
        ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
        : Promise.resolve({ ...network, withRetries }),
    onFailure: (url, error) => void failed.push({ url, error }),
    enqueue:
      setting.queue ??
      ((_e, request, { id }) => {
        queued.push(`${request.method} ${request.url} ${id}`);
        return Promise.resolve(true);
      }),
    fetch: async (url, init = {}) => {
      if (url === '/api/auth/refresh')
        return json(200, { tokens: { access_token: 'a2', refresh_token: 'r2' } });
      at.push(clock.mono());
      const headers = new Headers(init.headers);
      keys.add(headers.get('idempotency-key'));
      if (ttfbMs !== undefined) await sleep(clock, ttfbMs);
      return answer(at.length, headers, init);
    },
  });
  /** Runs it to its end and says what came of it. */
  async function outcome(call: Promise<unknown>): Promise<unknown> {
    let said: unknown = undefined;
    void call.then(
      value => (said = value),
      (error: unknown) => (said = error),
    );
    for (let i = 0; i < 40 && said === undefined; i++) await clock.advance(10_000);
    return said;
  }
  const waits = () => at.slice(1).map((one, i) => one - at[i]!);
  return { client, clock, turn, at, keys, noted, queued, checks, failed, outcome, waits };
}
