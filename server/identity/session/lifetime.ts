/** When a session ends: at the end it was given, or earlier where its tenant's settings have become stricter. Pure. */
import type { SessionSettings } from '../../../shared/contract/identity/settings/layered.ts';

interface SessionTimes {
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** ms */
export const sessionEnd = (
  { created_at, last_used_at, expires_at }: SessionTimes,
  { session_max_h, session_idle_min }: SessionSettings,
): number =>
  Math.min(
    expires_at.getTime(),
    created_at.getTime() + session_max_h * HOUR_MS,
    last_used_at.getTime() + session_idle_min * MINUTE_MS,
  );
