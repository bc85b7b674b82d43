/** The way to telemetry for whatever sees an error: it never throws, never waits, and without consent leads nowhere. */
import type { ErrorReport } from '../../../shared/telemetry/record.ts';

/** One chunk for all of it: what the page must know of chunks, everybody pays for. */
export const privacy = () => import('./privacy.ts');

export function report(noted: ErrorReport): void {
  const path = location.pathname;
  privacy().then(({ tell }) => tell(noted, path), console.warn);
}
