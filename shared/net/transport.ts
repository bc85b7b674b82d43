/** Sends one request and reads its answer, with a timeout. Redirects are errors, and all running requests can be cancelled at once. */
import type { Clock } from '../clock.ts';
import { API } from '../constants.ts';
import { ABORTED, REQUEST_TIMEOUT, TIMEOUT_OFFLINE } from '../contract/wire/errorTexts.ts';
import { ApiError, NO_ANSWER } from './apiError.ts';
import type { ApiRequest } from './request.ts';

interface Ports {
  fetch: typeof fetch;
  clock: Clock;
  /** The browser's own `onLine`; unknown counts as online. */
  online?: () => boolean;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export function createTransport(ports: Ports) {
  let inFlight = new AbortController();
  const timeoutText = () => (ports.online?.() === false ? TIMEOUT_OFFLINE : REQUEST_TIMEOUT);

  /** The timeout and the abort signals apply until `read` has read the body. */
  async function send<T>(
    request: ApiRequest,
    token: string | null,
    read: (response: Response) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const started = ports.clock.mono();
    let ttfbMs: number | null = null;
    const stop = new AbortController();
    const abort = () => stop.abort();
    const cancelAllSignal = inFlight.signal;
    let isTimedOut = false;
    const cancel = ports.clock.after(API.timeoutMs, () => {
      isTimedOut = true;
      abort();
    });
    for (const source of [signal, cancelAllSignal]) source?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    const { url, headers, ...init } = request;
    try {
      const response = await ports.fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(headers), ...(token === null ? {} : bearer(token)) },
        credentials: 'include',
        redirect: 'error',
        signal: stop.signal,
      });
      ttfbMs = ports.clock.mono() - started;
      return await read(response);
    } catch (cause) {
      const error = (): ApiError => {
        if (isTimedOut) return new ApiError('TIMEOUT', timeoutText(), { cause });
        const abortedBy = cancelAllSignal.aborted && signal?.aborted !== true ? 'product' : 'caller';
        if (stop.signal.aborted) return new ApiError('ABORTED', ABORTED, { cause, abortedBy });
        return cause instanceof ApiError ? cause : new ApiError('NETWORK', NO_ANSWER, { cause });
      };
      throw error().after(ttfbMs);
    } finally {
      cancel();
      for (const source of [signal, cancelAllSignal]) source?.removeEventListener('abort', abort);
    }
  }
  return {
    send,
    /** Aborts every running call. */
    cancelAll() {
      inFlight.abort();
      inFlight = new AbortController();
    },
  };
}
