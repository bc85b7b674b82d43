/** What this screen knows of the time, for alerts: a wrong clock must neither keep nor end one. */
import type { ServerTime } from '../../shared/device/time.ts';

/** A clock that may be off by more, ms, proves nothing; the running time decides then. */
const TRUSTED_MS = 30_000;

/** `seen_at`: the latest trusted time before. null: not to be trusted. */
export function trustedNow(time: Pick<ServerTime, 'now' | 'reading'>, seen_at: number): number | null {
  const { source, uncertainty_ms } = time.reading();
  const now = time.now();
  return source === 'server' && uncertainty_ms <= TRUSTED_MS && now >= seen_at - TRUSTED_MS ? now : null;
}
