/** The API client. It returns the answer or throws ApiError; the views decide what to show. */
import type { Clock } from '../clock.ts';
import type { refresh as Refresh } from '../contract/identity/auth.ts';
import {
  isKeyless,
  TENANT_HEADER,
  type Answer,
  type BodyInput,
  type Endpoint,
  type Params,
  type QueryInput,
} from '../contract/wire/endpoint.ts';
import { AUTH_FAILED, AUTH_FAILED_AGAIN, AUTH_REQUIRED, WENT_OFFLINE } from '../contract/wire/errorTexts.ts';
import type { Metadata } from '../queue/entry.ts';
import { randomUuid } from '../random.ts';
import { ApiError, isNoResponse } from './apiError.ts';
import type { Retrier, NetworkMonitor, RetryOptions } from './attempts.ts';
import { createRefresher, type Lock } from './refresh.ts';
import { readAnswer, buildRequest, type RequestInput, type ApiRequest } from './request.ts';
import type { CallKind } from './retry.ts';
import type { TokenStore } from './tokens.ts';
import { bearer, createTransport } from './transport.ts';

export interface ClientPorts {
  fetch: typeof fetch;
  tokens: TokenStore;
  clock: Clock;
  lock: Lock;
  /** The tenant acted in; null before sign-in. */
  tenant: () => string | null;
  /** The session ended: the refresh was refused, or a second 401 came. */
  onSignedOut: () => void;
  /** The browser's own `onLine`; unknown counts as online. */
  online?: () => boolean;
  /** A call was refused; resolves true once the user has entered his password, where that is what it lacked. */
  reauthenticate?: (error: ApiError) => Promise<boolean>;
  /** The link monitor and the retrier. Without it every call is sent once. */
  network?: () => Promise<NetworkMonitor & { withRetries: Retrier }>;
  /** Queues a write that could not be sent; false if it is not queueable. Durable when it resolves. */
  enqueue?: (
    e: Endpoint,
    request: ApiRequest,
    /** `spent`: requests it was tried with before, which count in the one budget of its action. */
    about: { id: string; metadata: Metadata; spent: number },
  ) => Promise<boolean>;
  /** Called for each call that finally failed. */
  onFailure?: (url: string, error: ApiError) => void;
}

interface CallOptions {
  signal?: AbortSignal;
  /** The version the caller has read; sent as `If-Match`. */
  version?: number;
  /** Idempotency-Key; a caller that repeats an action passes the same key. */
  key?: string;
  /** A cached read: fewer attempts, and one budget for all calls with the same `action`. */
  kind?: Extract<CallKind, 'query'>;
  action?: string;
  /** Waits up to five minutes for the link instead of failing while offline. */
  waitsForLink?: boolean;
}
/** Required if the endpoint has this part, absent if it has none, optional if the endpoint type is not known in detail. */
type Part<K extends string, T> = [T] extends [undefined]
  ? object
  : unknown extends T
    ? { [k in K]?: unknown }
    : { [k in K]: T };
export type CallInput<E> = CallOptions &
  Part<'params', Params<E>> &
  Partial<Part<'query', QueryInput<E>>> &
  Part<'body', BodyInput<E>>;

/** Returned instead of an answer: the write is queued on this device and is sent when the network is back. */
export interface Queued {
  queued: true;
  message: typeof WENT_OFFLINE;
  /** Id of the queue entry. */
  id: string;
}
export const isQueued = (answer: unknown): answer is Queued =>
  typeof answer === 'object' && answer !== null && 'queued' in answer && answer.queued === true;

/** Errors are marked as exhausted, so that nobody retries on top of it. */
const withoutRetries: Retrier = async (_trying, attempt) => {
  try {
    return await attempt(() => true);
  } catch (error) {
    throw error instanceof ApiError ? error.markExhausted(1) : error;
  }
};

const isUnauthorized = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 401;

export function createClient(ports: ClientPorts) {
  const transport = createTransport(ports);
  const { send } = transport;
  /** It comes with a file of its own, which a link that is gone does not bring: then each call is tried once. */
  const monitor = async () => ports.network?.().catch(() => undefined);

  const renew = createRefresher({
    ...ports,
    async exchange(refresh_token) {
      // The schemas are larger than the sign-in form, so they are loaded when the first refresh needs them.
      const { refresh } = await import('../contract/identity/auth.ts');
      const request = buildRequest(refresh, { body: { refresh_token } });
      const answer = await send(request, null, async response => readAnswer(refresh, response));
      if (answer === null) throw new ApiError('NOT_OURS', 'The answer is empty');
      return (answer as Answer<typeof Refresh>).tokens;
    },
  });

  function endSession(message: string, error: ApiError): ApiError {
    ports.onSignedOut();
    // The text of an HTML page that came in place of the answer stays.
    if (error.pageWord === null) error.message = message;
    return error;
  }

  async function sendSignedIn(
    e: Endpoint,
    request: ApiRequest,
    spendRequest: () => boolean,
    signal?: AbortSignal,
  ) {
    const stored = await ports.tokens.read();
    if (!stored) throw new ApiError('AUTH_REQUIRED', AUTH_REQUIRED, { status: 401 });
    const sendAs = async (token: string) =>
      send(request, token, async response => readAnswer(e, response), signal);
    try {
      return await sendAs(stored.access_token);
    } catch (first) {
      if (!isUnauthorized(first)) throw first;
      const renewed = await renew(stored.access_token);
      if (renewed.at === 'unreachable') throw renewed.error;
      if (renewed.at === 'refused') throw endSession(AUTH_FAILED, first);
      if (!spendRequest()) throw first;
      return await sendAs(renewed.tokens.access_token).catch((second: unknown) => {
        throw isUnauthorized(second) ? endSession(AUTH_FAILED_AGAIN, second) : second;
      });
    }
  }

  /** Repeats the call once, with the same key, after the user entered the password. */
  async function withReauthentication<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || !(await ports.reauthenticate?.(error))) throw error;
      return send();
    }
  }

  async function sendWithRetries(e: Endpoint, request: ApiRequest, trying: RetryOptions): Promise<unknown> {
    const tried =
      trying.kind === 'once' ? withoutRetries : ((await monitor())?.withRetries ?? withoutRetries);
    try {
      const isSignedIn = e.access.who === 'user';
      const sendOne = () =>
        tried(trying, async spendRequest => {
          spendRequest();
          if (isSignedIn) return sendSignedIn(e, request, spendRequest, trying.signal);
          return send(request, null, async response => readAnswer(e, response), trying.signal);
        });
      return await (isSignedIn ? withReauthentication(sendOne) : sendOne());
    } catch (error) {
      if (error instanceof ApiError) ports.onFailure?.(request.url, error);
      throw error;
    }
  }

  function prepare(e: Endpoint, input: object) {
    const loose = input as RequestInput & CallOptions;
    const id = e.method === 'GET' ? undefined : (loose.key ?? randomUuid());
    const tenant = e.access.who === 'user' ? ports.tenant() : null;
    const request = buildRequest(e, { ...loose, tenant, ...(id === undefined ? {} : { key: id }) });
    const kind: CallKind = isKeyless(e.path) ? 'once' : (loose.kind ?? 'call');
    return {
      id,
      request,
      trying: { kind, signal: loose.signal, action: loose.action, waitsForLink: loose.waitsForLink },
    };
  }

  return {
    async call<E extends Endpoint>(e: E, input: CallInput<E>): Promise<Answer<E>> {
      const { request, trying } = prepare(e, input);
      return (await sendWithRetries(e, request, trying)) as Answer<E>;
    },

    /**
     * A write that may be queued: at once if the link is down, or after the attempts if it breaks meanwhile.
     * `metadata` describes the entry in the queue's list.
     */
    async write<E extends Endpoint>(
      e: E,
      input: CallInput<E>,
      metadata: Metadata,
    ): Promise<Answer<E> | Queued> {
      const { id = '', request, trying } = prepare(e, input);
      const network = await monitor();
      const isOffline = () => network?.store.getState().status === 'offline';
      const enqueueWrite = async (spent: number): Promise<Queued | null> =>
        (await ports.enqueue?.(e, request, { id, metadata, spent }))
          ? { queued: true, message: WENT_OFFLINE, id }
          : null;
      if (isOffline()) {
        const queued = await enqueueWrite(0);
        if (queued) return queued;
      }
      let isGone = false;
      const isServerGone = async () => (isGone = (await network?.check()) === false);
      try {
        return (await sendWithRetries(e, request, { ...trying, isServerGone })) as Answer<E>;
      } catch (error) {
        const spent = error instanceof ApiError ? error.requests : 0;
        const hasNoLink = isGone || (isNoResponse(error) && (!network || isOffline()));
        const queued = hasNoLink ? await enqueueWrite(spent) : null;
        if (queued) return queued;
        throw error;
      }
    },

    /** Headers for uploads and the queue, which send their own requests. Null: nobody is signed in. */
    async credentials(): Promise<{ token: string; headers: Record<string, string> } | null> {
      const kept = await ports.tokens.read();
      const tenant = ports.tenant();
      return (
        kept && {
          token: kept.access_token,
          headers: { ...bearer(kept.access_token), ...(tenant !== null && { [TENANT_HEADER]: tenant }) },
        }
      );
    },
    /** Refreshes the session after a 401. */
    async renew(used: string) {
      const result = await renew(used);
      if (result.at === 'refused') ports.onSignedOut();
      return result;
    },
    cancelAll: () => transport.cancelAll(),
  };
}
export type Client = ReturnType<typeof createClient>;
