/** The one way to the API: ports in, one call out. Returns or throws; what is shown is the screen's matter. */
import type { Clock } from '../clock.ts';
import type { refresh as Refresh } from '../contract/identity/auth.ts';
import {
  isKeyless,
  type Answer,
  type BodyInput,
  type Endpoint,
  type Params,
  type QueryInput,
} from '../contract/wire/endpoint.ts';
import { AUTH_FAILED, AUTH_FAILED_AGAIN, AUTH_REQUIRED, WENT_OFFLINE } from '../contract/wire/errorTexts.ts';
import type { Metadata } from '../queue/entry.ts';
import { uuid7 } from '../random.ts';
import { ApiError, errorOf, isSilence } from './apiError.ts';
import type { Attempts, Network, Trying } from './attempts.ts';
import { createRefresher, type Lock } from './refresh.ts';
import { answerOf, requestOf, type Loose, type Request } from './request.ts';
import type { Kind } from './retry.ts';
import type { TokenStore } from './tokens.ts';
import { createTransport } from './transport.ts';

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
  /** What is known of the link, and how calls are tried over it; without it each is tried once. */
  network?: () => Promise<Network & { tried: Attempts }>;
  /** Takes a write that could not be sent; false where it may not wait. Durable when it resolves. */
  queue?: (e: Endpoint, request: Request, about: { id: string; metadata: Metadata }) => Promise<boolean>;
  /** Told of each call that failed in the end, and how long it took, ms. */
  failed?: (url: string, error: ApiError, ms: number) => void;
}

interface Options {
  signal?: AbortSignal;
  /** Version the caller has read: `If-Match` of a versioned call. */
  version?: number;
  /** Idempotency-Key; a caller that sends one action again passes the same. */
  key?: string;
  /** A cached read: fewer tries, and one budget for all that are made for the same `action`. */
  kind?: Extract<Kind, 'query'>;
  action?: string;
  /** It rather waits for the link, five minutes at longest, than fails for want of one. */
  waits?: boolean;
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

/** In place of an answer: the write lies on this device and is sent when the network is back. */
export interface Queued {
  queued: true;
  message: typeof WENT_OFFLINE;
  /** Of its entry. */
  id: string;
}
export const isQueued = (answer: unknown): answer is Queued =>
  typeof answer === 'object' && answer !== null && 'queued' in answer && answer.queued === true;

const once: Attempts = (_trying, attempt) => attempt(() => true);

export function createClient(ports: ClientPorts) {
  const transport = createTransport(ports);
  const { send, ownHeaders } = transport;

  const renew = createRefresher({
    ...ports,
    async trade(refresh_token) {
      // Schemas weigh more than a sign-in form, so they come when the first call needs them.
      const { refresh } = await import('../contract/identity/auth.ts');
      const response = await send(requestOf(refresh, { body: { refresh_token } }), null);
      const { tokens } = (await answerOf(refresh, response)) as Answer<typeof Refresh>;
      return tokens;
    },
  });

  async function over(message: string, response: Response): Promise<never> {
    const error = await errorOf(response);
    ports.signedOut();
    // A page in place of the answer speaks for itself.
    if (error.pageWord !== null) throw error;
    throw new ApiError(error.code, message, { status: 401, requestId: error.requestId });
  }

  async function signedIn(e: Endpoint, request: Request, mayMake: () => boolean, signal?: AbortSignal) {
    const kept = await ports.tokens.read();
    if (!kept) throw new ApiError('AUTH_REQUIRED', AUTH_REQUIRED, { status: 401 });
    const first = await send(request, kept.access_token, signal);
    if (first.status !== 401) return answerOf(e, first);
    const renewed = await renew(kept.access_token);
    if (renewed.at === 'unreachable') throw renewed.error;
    if (renewed.at === 'refused') return over(AUTH_FAILED, first);
    if (!mayMake()) throw await errorOf(first);
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

  async function sent(e: Endpoint, request: Request, trying: Trying): Promise<unknown> {
    const tried = trying.kind === 'once' ? once : ((await ports.network?.())?.tried ?? once);
    const started = ports.clock.mono();
    try {
      return await confirmed(() =>
        tried(trying, async mayMake => {
          mayMake();
          if (e.access.who === 'user') return signedIn(e, request, mayMake, trying.signal);
          return answerOf(e, await send(request, null, trying.signal));
        }),
      );
    } catch (error) {
      if (error instanceof ApiError) ports.failed?.(request.url, error, ports.clock.mono() - started);
      throw error;
    }
  }

  function prepared(e: Endpoint, input: object) {
    const loose = input as Loose & Options;
    const id = e.method === 'GET' ? undefined : (loose.key ?? uuid7(ports.clock.now()));
    const request = requestOf(e, { ...loose, ...(id === undefined ? {} : { key: id }) });
    const kind: Kind = isKeyless(e.path) ? 'once' : (loose.kind ?? 'call');
    return { id, request, trying: { kind, signal: loose.signal, action: loose.action, waits: loose.waits } };
  }

  return {
    async call<E extends Endpoint>(e: E, input: CallInput<E>): Promise<Answer<E>> {
      const { request, trying } = prepared(e, input);
      return (await sent(e, request, trying)) as Answer<E>;
    },

    /**
     * A write that may wait: without a link it is queued at once, and where the link breaks while it is tried,
     * afterwards. `metadata` says what it is, to whoever looks at what waits.
     */
    async write<E extends Endpoint>(
      e: E,
      input: CallInput<E>,
      metadata: Metadata,
    ): Promise<Answer<E> | Queued> {
      const { id = '', request, trying } = prepared(e, input);
      const network = await ports.network?.();
      const isOffline = () => network?.store.getState().status === 'offline';
      const wait = async (): Promise<Queued | null> =>
        (await ports.queue?.(e, request, { id, metadata }))
          ? { queued: true, message: WENT_OFFLINE, id }
          : null;
      if (isOffline()) {
        const queued = await wait();
        if (queued) return queued;
      }
      let isGone = false;
      const silent = async () => (isGone = (await network?.check()) === false);
      try {
        return (await sent(e, request, { ...trying, silent })) as Answer<E>;
      } catch (error) {
        const queued = isGone || (isSilence(error) && isOffline()) ? await wait() : null;
        if (queued) return queued;
        throw error;
      }
    },

    /** For uploads and the queue, which send their own requests: what each of them carries. Null: nobody is signed in. */
    async credentials(): Promise<{ token: string; headers: Record<string, string> } | null> {
      const kept = await ports.tokens.read();
      return kept && { token: kept.access_token, headers: ownHeaders(kept.access_token) };
    },
    /** And after a 401. */
    async renew(used: string) {
      const result = await renew(used);
      if (result.at === 'refused') ports.signedOut();
      return result;
    },
    cancelAll: () => transport.cancelAll(),
  };
}
export type Client = ReturnType<typeof createClient>;
