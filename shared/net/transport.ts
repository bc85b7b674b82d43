/** Sends one request and reads its answer: a time limit, an end for all at once, and nobody's redirect. */
import type { Clock } from '../clock.ts';
import { API } from '../constants.ts';
import { ABORTED, REQUEST_TIMEOUT, TIMEOUT_OFFLINE } from '../contract/wire/errorTexts.ts';
import { ApiError, NO_ANSWER } from './apiError.ts';
import type { Request } from './request.ts';

interface Ports {
  fetch: typeof fetch;
  clock: Clock;
  /** The tenant acted in; null before sign-in. */
  tenant: () => string | null;
  /** Whether the browser believes it has a link; what it does not say counts as yes. */
  online?: () => boolean;
}

export function createTransport(ports: Ports) {
  let inFlight = new AbortController();
  const timeoutText = () => (ports.online?.() === false ? TIMEOUT_OFFLINE : REQUEST_TIMEOUT);
  const ownHeaders = (token: string): Record<string, string> => {
    const tenant = ports.tenant();
    return { authorization: `Bearer ${token}`, ...(tenant === null ? {} : { 'x-tenant-id': tenant }) };
  };

  /** The time limit and an abort hold until `read` has read the body: headers alone are no answer. */
  async function send<T>(
    request: Request,
    token: string | null,
    read: (response: Response) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const started = ports.clock.mono();
    let ttfbMs: number | null = null;
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
    const { url, headers, ...init } = request;
    try {
      const response = await ports.fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(headers), ...(token === null ? {} : ownHeaders(token)) },
        credentials: 'include',
        redirect: 'error',
        signal: stop.signal,
      });
      ttfbMs = ports.clock.mono() - started;
      return await read(response);
    } catch (cause) {
      const error = (): ApiError => {
        if (late) return new ApiError('TIMEOUT', timeoutText(), { cause });
        const abortedBy = ending.aborted && signal?.aborted !== true ? 'product' : 'caller';
        if (stop.signal.aborted) return new ApiError('ABORTED', ABORTED, { cause, abortedBy });
        return cause instanceof ApiError ? cause : new ApiError('NETWORK', NO_ANSWER, { cause });
      };
      throw error().after(ttfbMs);
    } finally {
      cancel();
      for (const source of [signal, ending]) source?.removeEventListener('abort', abort);
    }
  }
  return {
    send,
    ownHeaders,
    /** Ends every call that is under way. */
    cancelAll() {
      inFlight.abort();
      inFlight = new AbortController();
    },
  };
}
