/** The way to telemetry for whatever sees an error: it never throws, never waits, and without consent leads nowhere. */
import type { ApiError } from '../../../shared/net/apiError.ts';
import type { Noted } from '../../../shared/telemetry/record.ts';

/** One chunk for all of it: what the page must know of chunks, everybody pays for. */
export const privacy = () => import('./privacy.ts');

/** A call that failed in the end, as it is told of. */
export const notedCall = (url: string, error: ApiError): Noted => ({
  url,
  error,
  status: error.status || null,
  ttfb_ms: error.ttfbMs,
  attempt: error.attempt.attempt,
  max_attempts: error.attempt.attempts,
  aborted_by: error.abortedBy,
});

export function report(noted: Noted): void {
  const path = location.pathname;
  privacy().then(({ tell }) => tell(noted, path), console.warn);
}
