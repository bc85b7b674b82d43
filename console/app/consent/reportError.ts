/** Reports errors to telemetry. It never throws and never blocks; without consent nothing is sent. */
import type { ApiError } from '../../../shared/net/apiError.ts';
import type { ErrorReport } from '../../../shared/telemetry/record.ts';

/** Consent and telemetry share one chunk, because each additional chunk costs bytes in the first bundle. */
export const loadPrivacy = () => import('./privacy.ts');

/** The report of a call that finally failed. */
export const callReport = (url: string, error: ApiError): ErrorReport => ({
  url,
  error,
  status: error.status || null,
  ttfb_ms: error.ttfbMs,
  attempt: error.attempt.attempt,
  max_attempts: error.attempt.attempts,
  aborted_by: error.abortedBy,
});

export function reportError(noted: ErrorReport): void {
  const path = location.pathname;
  loadPrivacy().then(({ sendTelemetry }) => sendTelemetry(noted, path), console.warn);
}
