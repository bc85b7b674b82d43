/** A client over a server that answers by hand, and endpoints of every method. */
import * as z from 'zod/mini';
import { vi } from 'vitest';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { createClient } from '../../../shared/net/client.ts';
import type { TokenStore } from '../../../shared/net/tokens.ts';
import { manualClock } from '../../support/clock.ts';
import { hanging, settled } from './calls.ts';

const user = { who: 'user', area: 'self', level: 'W' } as const;
const row = z.object({ n: z.number() });
export const readRow = endpoint({
  method: 'GET',
  path: '/api/rows/:id',
  access: user,
  summary: '',
  params: z.object({ id: z.string() }),
  answer: row,
});
export const makeRow = endpoint({
  method: 'POST',
  path: '/api/rows',
  access: user,
  summary: '',
  body: row,
  answer: row,
});
export const patchRow = endpoint({
  method: 'PATCH',
  path: '/api/rows',
  access: user,
  summary: '',
  body: row,
  answer: row,
  versioned: true,
});
export const putRow = endpoint({
  method: 'PUT',
  path: '/api/rows',
  access: user,
  summary: '',
  body: row,
  answer: row,
});
export const removeRow = endpoint({ method: 'DELETE', path: '/api/rows', access: user, summary: '' });
export const open = endpoint({
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
export type Reply = (call: Call) => Response | Promise<Response>;

export const ok = (body: unknown = { n: 1 }, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
  });
export const no = (error: string, status: number, details: object = {}) =>
  ok({ error, message: `${error}!`, details }, status);
export const fresh = { tokens: { access_token: 'a2', refresh_token: 'r2' } };

/** Nothing comes, until the call is aborted. */
export const silent: Reply = ({ init }) =>
  new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });
/** The headers come, the body stands still. */
export const halfway: Reply = ({ init }) => hanging(init);

export function begin(reply: Reply, refreshed: Reply = () => ok(fresh)) {
  const calls: Call[] = [];
  const clock = manualClock(undefined, settled);
  /** Where the user acts. */
  const acting = { tenant: 'tenant-1' as string | null };
  let kept: Awaited<ReturnType<TokenStore['read']>> = { access_token: 'a1', refresh_token: 'r1' };
  const onSignedOut = vi.fn(() => {
    kept = null;
  });
  const client = createClient({
    clock,
    lock: work => work(),
    tenant: () => acting.tenant,
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
  return {
    client,
    calls,
    clock,
    onSignedOut,
    acting,
    refreshes,
    tokens: () => kept,
    drop: () => (kept = null),
  };
}
export const input = { params: { id: 'x' } };
export const HTML = { 'content-type': 'text/html' };
export const byToken =
  (good: string): Reply =>
  call =>
    call.headers.get('authorization') === `Bearer ${good}` ? ok() : no('TOKEN_EXPIRED', 401);
