/** Reports errors to telemetry. It never throws and never blocks; without consent nothing is sent. */
import type { ErrorReport } from '../../../shared/telemetry/record.ts';

/** Consent and telemetry share one chunk, because each additional chunk costs bytes in the first bundle. */
export const loadPrivacy = () => import('./privacy.ts');

export function reportError(noted: ErrorReport): void {
  const path = location.pathname;
  loadPrivacy().then(({ sendTelemetry }) => sendTelemetry(noted, path), console.warn);
}
