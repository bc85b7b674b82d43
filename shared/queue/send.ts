/** Sends one entry and returns the outcome. Only an answer that echoes the entry's key is an acknowledgement. */
import type { Clock } from '../clock.ts';
import { QUEUE } from '../constants.ts';
import { TENANT_HEADER } from '../contract/wire/endpoint.ts';
import { retryAfterMs } from '../net/retryAfter.ts';
import { subjectOf } from '../net/subject.ts';
import type { Entry, Owner, ServerMessage } from './entry.ts';
import type { Outcome } from './policy.ts';

/** Sent with each write and echoed by the server. A captive portal's 200 does not echo it. */
export const KEY_HEADER = 'idempotency-key';

export interface SendPorts {
  fetch: typeof fetch;
  clock: Clock;
  /** Auth headers of the owner; null: nobody is signed in. */
  credentials: () => Promise<{ token: string; headers: Record<string, string> } | null>;
  /** Refreshes the session after a 401. */
  renew: (token: string) => Promise<'renewed' | 'refused' | 'unreachable'>;
}

/** Somebody else may sign in, in this tab or another one, while these are sent. */
function isOfAnother(token: string, owner: Owner): boolean {
  const subject = subjectOf(token);
  return 'user' in owner && subject !== null && subject !== owner.user;
}

const NOT_OURS: Outcome = { at: 'unreachable' };
const RETRIED_STATUSES: readonly number[] = [408, 425, 429];
const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

async function readServerMessage(response: Response): Promise<ServerMessage | null> {
  const body = asRecord(await response.json().catch(() => null));
  if (typeof body?.['error'] !== 'string') return null;
  return {
    status: response.status,
    error: body['error'],
    message: String(body['message']),
    details: body['details'],
  };
}

async function readDoneOutcome(response: Response): Promise<Outcome> {
  const version = asRecord(await response.json().catch(() => null))?.['version'];
  return { at: 'done', ...(typeof version === 'number' ? { version } : {}) };
}

/** Maps an answer to the outcome of the entry with this id. */
export async function outcomeOf(response: Response, id: string): Promise<Outcome> {
  const { status, headers } = response;
  if (response.ok) return headers.get(KEY_HEADER) === id ? readDoneOutcome(response) : { at: 'unreachable' };
  const retryAfter = retryAfterMs(headers);
  const said = await readServerMessage(response);
  if (status >= 500 || RETRIED_STATUSES.includes(status) || said?.error === 'IDEMPOTENCY_IN_PROGRESS')
    return { at: 'tried', said: said ?? { status }, retryAfterMs: retryAfter };
  if (!said) return { at: 'unreachable' };
  return { at: 'refused', said, conflict: said.error === 'VERSION_CONFLICT' };
}

export function createSend({ fetch, clock, credentials, renew }: SendPorts) {
  /** The timeout covers `read` too, because a body may stall as well as the headers. */
  async function request<T>(
    entry: Entry,
    own: Record<string, string>,
    read: (answer: Response) => Promise<T>,
  ): Promise<T | Outcome> {
    const stop = new AbortController();
    let isTimedOut = false;
    const cancel = clock.after(QUEUE.requestTimeoutMs, () => {
      isTimedOut = true;
      stop.abort();
    });
    try {
      const answer = await fetch(entry.url, {
        method: entry.method,
        headers: { ...entry.headers, ...own, [KEY_HEADER]: entry.id },
        ...(entry.data === undefined ? {} : { body: JSON.stringify(entry.data) }),
        credentials: 'include',
        redirect: 'error',
        signal: stop.signal,
      });
      return await read(answer);
    } catch {
      return { at: isTimedOut ? 'timeout' : 'unreachable' };
    } finally {
      cancel();
    }
  }

  return async function send(entry: Entry): Promise<Outcome> {
    if ('anyone' in entry.owner) return request(entry, {}, async answer => outcomeOf(answer, entry.id));
    for (const isLast of [false, true]) {
      const own = await credentials();
      if (!own || isOfAnother(own.token, entry.owner)) return { at: 'signed_out' };
      const { owner } = entry;
      // The user may act in another tenant by now.
      const headers = 'tenant' in owner ? { ...own.headers, [TENANT_HEADER]: owner.tenant } : own.headers;
      const outcome = await request(entry, headers, async answer => {
        if (answer.status !== 401) return outcomeOf(answer, entry.id);
        return (await readServerMessage(answer)) === null ? NOT_OURS : 'denied';
      });
      if (outcome !== 'denied') return outcome;
      if (isLast) return { at: 'signed_out' };
      const renewed = await renew(own.token);
      if (renewed !== 'renewed') return { at: renewed === 'refused' ? 'signed_out' : 'unreachable' };
    }
    return { at: 'signed_out' };
  };
}
