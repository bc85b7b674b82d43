import * as z from 'zod/mini';
import { describe, expect, it, vi } from 'vitest';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { createClient } from '../../../shared/net/client.ts';
import type { TokenStore } from '../../../shared/net/tokens.ts';
import { manualClock } from '../../support/clock.ts';

const user = { who: 'user', area: 'self', level: 'W' } as const;
const row = z.object({ n: z.number() });
const readRow = endpoint({
  method: 'GET',
  path: '/api/rows/:id',
  access: user,
  summary: '',
  params: z.object({ id: z.string() }),
  answer: row,
});
const makeRow = endpoint({
  method: 'POST',
  path: '/api/rows',
  access: user,
  summary: '',
  body: row,
  answer: row,
});
const patchRow = endpoint({
  method: 'PATCH',
  path: '/api/rows',
  access: user,
  summary: '',
  body: row,
  answer: row,
  versioned: true,
});
const putRow = endpoint({
  method: 'PUT',
  path: '/api/rows',
  access: user,
  summary: '',
  body: row,
  answer: row,
});
const removeRow = endpoint({ method: 'DELETE', path: '/api/rows', access: user, summary: '' });
const open = endpoint({
  method: 'GET',
  path: '/api/open',
  access: { who: 'anyone' },
  summary: '',
  answer: row,
});

interface Call {
  url: string;
  init: RequestInit;
  headers: Headers;
}
type Reply = (call: Call) => Response | Promise<Response>;

const ok = (body: unknown = { n: 1 }, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
  });
const no = (error: string, status: number, details: object = {}) =>
  ok({ error, message: `${error}!`, details }, status);
const fresh = { tokens: { access_token: 'a2', refresh_token: 'r2' } };

function begin(reply: Reply, refreshed: Reply = () => ok(fresh)) {
  const calls: Call[] = [];
  const clock = manualClock();
  let kept: Awaited<ReturnType<TokenStore['read']>> = { access_token: 'a1', refresh_token: 'r1' };
  const onSignedOut = vi.fn(() => {
    kept = null;
  });
  const client = createClient({
    clock,
    lock: work => work(),
    tenant: () => 'tenant-1',
    onSignedOut,
    tokens: {
      read: () => Promise.resolve(kept),
      write(next) {
        kept = next;
        return Promise.resolve();
      },
    },
    fetch: async (input, init = {}) => {
      const call = { url: input as string, init, headers: new Headers(init.headers) };
      calls.push(call);
      return call.url === '/api/auth/refresh' ? refreshed(call) : reply(call);
    },
  });
  const refreshes = () => calls.filter(call => call.url === '/api/auth/refresh');
  return { client, calls, clock, onSignedOut, refreshes, tokens: () => kept, drop: () => (kept = null) };
}
const input = { params: { id: 'x' } };
const byToken =
  (good: string): Reply =>
  call =>
    call.headers.get('authorization') === `Bearer ${good}` ? ok() : no('TOKEN_EXPIRED', 401);

describe('API client', () => {
  it('API-15 carries any method', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(readRow, input);
    await client.call(makeRow, { body: { n: 1 } });
    await client.call(putRow, { body: { n: 1 } });
    await client.call(patchRow, { body: { n: 1 }, version: 3 });
    await client.call(removeRow, { version: 3 });
    expect(calls.map(call => call.init.method)).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  });

  it('API-16 API-17 API-18 sends JSON, the bearer token and cookies', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(makeRow, { body: { n: 7 } });
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer a1');
    expect(calls[0]?.init).toMatchObject({ credentials: 'include', redirect: 'error', body: '{"n":7}' });
  });

  it('API-19 reads the answer as JSON and takes anything else for a foreign one', async () => {
    const { client } = begin(() => ok({ n: 5 }));
    expect(await client.call(readRow, input)).toEqual({ n: 5 });
    const html = begin(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    await expect(html.client.call(readRow, input)).rejects.toMatchObject({ code: 'NOT_OURS' });
    const broken = begin(() => new Response('{', { headers: { 'content-type': 'application/json' } }));
    await expect(broken.client.call(readRow, input)).rejects.toMatchObject({ code: 'NOT_OURS' });
  });

  it('API-22 reads error, message and details of a refusal, and the number of the request', async () => {
    const { client } = begin(() => no('VALIDATION', 400, { name: ['Required'] }));
    const error = await client.call(readRow, input).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'VALIDATION',
      message: 'VALIDATION!',
      status: 400,
      requestId: 'r-1',
    });
    expect(error).toHaveProperty('fieldTexts', { name: ['Required'] });
  });

  it('API-26 ERR-13 says Operation aborted when the caller gives up', async () => {
    const stop = new AbortController();
    const { client, calls } = begin(
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    );
    const call = client.call(readRow, { ...input, signal: stop.signal });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'ABORTED', message: 'Operation aborted' });
  });

  it('OPEN-CALLS-03 gives up after 30 s and not before', async () => {
    const { client, clock } = begin(
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    );
    const told = vi.fn();
    const call = client.call(readRow, input).catch(told);
    await clock.advance(29_999);
    expect(told).not.toHaveBeenCalled();
    await clock.advance(1);
    await call;
    expect(told.mock.calls[0]?.[0]).toMatchObject({ code: 'TIMEOUT' });
  });

  it('gives every write a key of its own, and a repeated action the same one', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(makeRow, { body: { n: 1 } });
    await client.call(makeRow, { body: { n: 1 } });
    await client.call(makeRow, { body: { n: 1 }, key: 'mine' });
    const keys = calls.map(call => call.headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('mine');
    await client.call(readRow, input);
    expect(calls.at(-1)?.headers.get('idempotency-key')).toBeNull();
  });

  it('names the version it has read and the tenant it acts in', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(patchRow, { body: { n: 1 }, version: 4 });
    expect(calls[0]?.headers.get('if-match')).toBe('"4"');
    expect(calls[0]?.headers.get('x-tenant-id')).toBe('tenant-1');
  });

  it('carries no token to a call that is open to anybody', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(open, {});
    expect(calls[0]?.headers.get('authorization')).toBeNull();
    expect(calls[0]?.headers.get('x-tenant-id')).toBeNull();
  });
});

describe('a 401', () => {
  it('REFRESH-13 REFRESH-08 REFRESH-10 is answered by one refresh and one more try', async () => {
    const { client, calls, refreshes } = begin(byToken('a2'));
    expect(await client.call(readRow, input)).toEqual({ n: 1 });
    expect(calls).toHaveLength(3);
    expect(refreshes()[0]?.init).toMatchObject({ method: 'POST', body: '{"refresh_token":"r1"}' });
  });

  it('REFRESH-09 sends cookies with the refresh', async () => {
    const { client, refreshes } = begin(byToken('a2'));
    await client.call(readRow, input);
    expect(refreshes()[0]?.init.credentials).toBe('include');
  });

  it('REFRESH-11 REFRESH-12 keeps both tokens of the answer', async () => {
    const { client, tokens } = begin(byToken('a2'));
    await client.call(readRow, input);
    expect(tokens()).toEqual(fresh.tokens);
  });

  it('keeps the key of the action over the repetition', async () => {
    const { client, calls } = begin(byToken('a2'));
    await client.call(makeRow, { body: { n: 1 } });
    expect(calls[0]?.headers.get('idempotency-key')).toBe(calls[2]?.headers.get('idempotency-key'));
  });

  it('REFRESH-01 is shared by five calls at once', async () => {
    const { client, refreshes } = begin(byToken('a2'));
    await Promise.all(Array.from({ length: 5 }, () => client.call(readRow, input)));
    expect(refreshes()).toHaveLength(1);
  });

  it('that comes late only repeats, when its token has been replaced meanwhile', async () => {
    let hold = (_: Response) => {};
    const late = new Promise<Response>(done => (hold = done));
    let first = true;
    const { client, refreshes } = begin(call => {
      if (!first) return byToken('a2')(call);
      first = false;
      return late;
    });
    const slow = client.call(readRow, input);
    await vi.waitFor(() => undefined);
    await client.call(readRow, input);
    hold(no('TOKEN_EXPIRED', 401));
    expect(await slow).toEqual({ n: 1 });
    expect(refreshes()).toHaveLength(1);
  });

  it('REFRESH-14 ERR-09 AMBIG-ERR-03 fails the call when it comes again, with no further refresh', async () => {
    const { client, refreshes, onSignedOut } = begin(() => no('TOKEN_EXPIRED', 401));
    await expect(client.call(readRow, input)).rejects.toMatchObject({
      message: '401: Authentication failed after refresh',
    });
    expect(refreshes()).toHaveLength(1);
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('REFRESH-07 ends the session when the refresh is refused', async () => {
    const { client, onSignedOut } = begin(byToken('a2'), () => no('SESSION_REVOKED', 401));
    await expect(client.call(readRow, input)).rejects.toMatchObject({
      message: '401: Authentication failed',
    });
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('REFRESH-15 ERR-08 AMBIG-ERR-03 fails the call when the refresh fails, and keeps the tokens when it was the network', async () => {
    const refused = begin(byToken('a2'), () => no('SESSION_REVOKED', 401));
    await expect(refused.client.call(readRow, input)).rejects.toMatchObject({
      message: '401: Authentication failed',
    });
    const cut = begin(byToken('a2'), () => Promise.reject(new TypeError()));
    await expect(cut.client.call(readRow, input)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(cut.tokens()).toEqual({ access_token: 'a1', refresh_token: 'r1' });
    expect(cut.onSignedOut).not.toHaveBeenCalled();
  });

  it.each([
    ['a failing server', () => no('INTERNAL', 500)],
    ['too many requests', () => no('RATE_LIMITED', 429)],
    ['the page of a captive portal', () => new Response('<html>', { status: 403 })],
  ])('AMBIG-REFRESH-01 keeps the tokens over %s', async (_what, refreshed) => {
    const { client, tokens, onSignedOut } = begin(byToken('a2'), refreshed);
    await expect(client.call(readRow, input)).rejects.toBeInstanceOf(Error);
    expect(tokens()).toEqual({ access_token: 'a1', refresh_token: 'r1' });
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('REFRESH-17 AMBIG-REFRESH-02 ERR-10 AMBIG-ERR-03 is not waited for where there is no token', async () => {
    const { client, calls, drop } = begin(() => ok());
    drop();
    await expect(client.call(readRow, input)).rejects.toMatchObject({
      code: 'AUTH_REQUIRED',
      message: '401: Authentication required',
    });
    expect(calls).toEqual([]);
  });
});
