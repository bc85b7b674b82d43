/** The way to telemetry for whatever sees an error: it never throws, never waits, and without consent leads nowhere. */
import type { Noted } from '../../../shared/telemetry/record.ts';

/** One chunk for all of it: what the page must know of chunks, everybody pays for. */
export const loadPrivacy = () => import('./privacy.ts');

export function reportError(noted: Noted): void {
  const path = location.pathname;
  loadPrivacy().then(({ tell }) => tell(noted, path), console.warn);
}
