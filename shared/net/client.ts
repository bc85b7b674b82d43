/** The one way to the API: ports in, one call out. Returns or throws; what is shown is the screen's matter. */
import type { Clock } from '../clock.ts';
import { API } from '../constants.ts';
import type { refresh as Refresh } from '../contract/auth.ts';
import {
  address,
  type Answer,
  type BodyInput,
  type Endpoint,
  type Params,
  type QueryInput,
} from '../contract/endpoint.ts';
import {
  ABORTED,
  AUTH_FAILED,
  AUTH_FAILED_AGAIN,
  AUTH_REQUIRED,
  REQUEST_TIMEOUT,
  TIMEOUT_OFFLINE,
} from '../contract/errorTexts.ts';
import { uuid7 } from '../random.ts';
import { ApiError, errorOf } from './apiError.ts';
import { createRefresher, type Lock } from './refresh.ts';
import type { TokenStore } from './tokens.ts';

export interface ClientPorts {
  fetch: typeof fetch;
  tokens: TokenStore;
  clock: Clock;
  lock: Lock;
  /** The tenant acted in; null before sign-in. */
  tenant: () => string | null;
  /** The session is over: refresh refused, or a second 401. */
  signedOut: () => void;
  /** Whether the browser believes it has a link; what it does not say counts as yes. */
  online?: () => boolean;
  /** The server wants the password said again: true once it was. */
  confirm?: () => Promise<boolean>;
}

interface Options {
  signal?: AbortSignal;
  /** Version the caller has read: `If-Match` of a versioned call. */
  version?: number;
  /** Idempotency-Key; a caller that sends one action again passes the same. */
  key?: string;
}
/** A call without that part needs none; where the endpoint is not known in detail, it may have one. */
type Part<K extends string, T> = [T] extends [undefined]
  ? object
  : unknown extends T
    ? { [k in K]?: unknown }
    : { [k in K]: T };
export type CallInput<E> = Options &
  Part<'params', Params<E>> &
  Partial<Part<'query', QueryInput<E>>> &
  Part<'body', BodyInput<E>>;

interface Loose extends Options {
  params?: object;
  query?: object;
  body?: unknown;
}

function requestOf(
  e: Endpoint,
  input: Loose,
): { url: string; method: string; headers: Headers; body?: string } {
  const headers = new Headers({ accept: 'application/json' });
  if (input.key !== undefined) headers.set('idempotency-key', input.key);
  if (input.version !== undefined) headers.set('if-match', `"${input.version}"`);
  const url = address(e.path, input.params, input.query);
  if (input.body === undefined) return { url, method: e.method, headers };
  headers.set('content-type', 'application/json');
  return { url, method: e.method, headers, body: JSON.stringify(input.body) };
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') ?? false;

async function answerOf(e: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(response);
  if (e.answer === 'bytes' || e.answer === 'text') return response;
  if (e.answer === undefined || response.status === 204) return undefined;
  const requestId = response.headers.get('x-request-id');
  const facts = { status: response.status, requestId };
  if (!isJson(response)) throw new ApiError('NOT_OURS', 'The answer is not JSON', facts);
  try {
    return await response.json();
  } catch (cause) {
    throw new ApiError('NOT_OURS', 'The answer is not JSON', { ...facts, cause });
  }
}

export function createClient(ports: ClientPorts) {
  let inFlight = new AbortController();
  const timeoutText = () => (ports.online?.() === false ? TIMEOUT_OFFLINE : REQUEST_TIMEOUT);

  async function send(request: ReturnType<typeof requestOf>, token: string | null, signal?: AbortSignal) {
    const stop = new AbortController();
    const abort = () => stop.abort();
    const ending = inFlight.signal;
    let late = false;
    const cancel = ports.clock.after(API.timeoutMs, () => {
      late = true;
      abort();
    });
    for (const source of [signal, ending]) source?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    if (token !== null) {
      request.headers.set('authorization', `Bearer ${token}`);
      const tenant = ports.tenant();
      if (tenant !== null) request.headers.set('x-tenant-id', tenant);
    }
    const { url, ...init } = request;
    try {
      return await ports.fetch(url, {
        ...init,
        credentials: 'include',
        redirect: 'error',
        signal: stop.signal,
      });
    } catch (cause) {
      if (late) throw new ApiError('TIMEOUT', timeoutText(), { cause });
      if (stop.signal.aborted) throw new ApiError('ABORTED', ABORTED, { cause });
      throw new ApiError('NETWORK', 'No answer from the server', { cause });
    } finally {
      cancel();
      for (const source of [signal, ending]) source?.removeEventListener('abort', abort);
    }
  }

  const renew = createRefresher({
    ...ports,
    async trade(refresh_token) {
      // Schemas weigh more than a sign-in form, so they come when the first call needs them.
      const { refresh } = await import('../contract/auth.ts');
      const response = await send(requestOf(refresh, { body: { refresh_token } }), null);
      const { tokens } = (await answerOf(refresh, response)) as Answer<typeof Refresh>;
      return tokens;
    },
  });

  async function signedIn(e: Endpoint, request: ReturnType<typeof requestOf>, signal?: AbortSignal) {
    const kept = await ports.tokens.read();
    if (!kept) throw new ApiError('AUTH_REQUIRED', AUTH_REQUIRED, { status: 401 });
    const first = await send(request, kept.access_token, signal);
    if (first.status !== 401) return answerOf(e, first);
    const renewed = await renew(kept.access_token);
    if (renewed.at === 'unreachable') throw renewed.error;
    if (renewed.at === 'refused') return over(AUTH_FAILED, first);
    const second = await send(request, renewed.tokens.access_token, signal);
    return second.status === 401 ? over(AUTH_FAILED_AGAIN, second) : answerOf(e, second);
  }

  /** The same call once more, with the same key, after the password was said. */
  async function confirmed<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      const isAsked = error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
      if (!isAsked || !(await ports.confirm?.())) throw error;
      return send();
    }
  }

  async function over(message: string, response: Response): Promise<never> {
    const { code, requestId } = await errorOf(response);
    ports.signedOut();
    throw new ApiError(code, message, { status: 401, requestId });
  }

  return {
    async call<E extends Endpoint>(e: E, input: CallInput<E>): Promise<Answer<E>> {
      const loose = input as Loose;
      const key = e.method === 'GET' ? undefined : (loose.key ?? uuid7(ports.clock.now()));
      const request = requestOf(e, { ...loose, key });
      if (e.access.who === 'user')
        return (await confirmed(() => signedIn(e, request, loose.signal))) as Answer<E>;
      return (await answerOf(e, await send(request, null, loose.signal))) as Answer<E>;
    },
    /** For uploads, which send their own requests: what each of them carries. */
    async headers(): Promise<{ token: string; all: Record<string, string> }> {
      const kept = await ports.tokens.read();
      if (!kept) throw new ApiError('AUTH_REQUIRED', AUTH_REQUIRED, { status: 401 });
      const tenant = ports.tenant();
      const all = {
        authorization: `Bearer ${kept.access_token}`,
        ...(tenant === null ? {} : { 'x-tenant-id': tenant }),
      };
      return { token: kept.access_token, all };
    },
    /** And the token after a 401, or null when the session is over. */
    async renewed(used: string): Promise<string | null> {
      const result = await renew(used);
      if (result.at === 'refused') ports.signedOut();
      return result.at === 'renewed' ? result.tokens.access_token : null;
    },
    /** Ends every call that is under way. */
    cancelAll() {
      inFlight.abort();
      inFlight = new AbortController();
    },
  };
}
export type Client = ReturnType<typeof createClient>;
