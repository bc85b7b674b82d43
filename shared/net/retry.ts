/** The retry policy of calls: number of attempts (including the first) and backoff. Pure. */
import { RETRY } from '../constants.ts';

export type LinkStatus = 'online' | 'offline' | 'degraded' | 'slow';
/** once: sign-in and the current user; query: cached reads; call: everything else. */
export type CallKind = 'once' | 'query' | 'call';

export interface RetryPlan {
  attempts: number;
  baseMs: number;
}
const ONCE: RetryPlan = { attempts: 1, baseMs: 0 };
/** Maximum requests per user action. The repeat after a 401 counts, the refresh does not. */
export const ACTION_BUDGET = 5;

const isPoor = (status: LinkStatus) => status === 'slow' || status === 'degraded';

export function retryPlan(kind: CallKind, status: LinkStatus): RetryPlan {
  if (kind === 'once') return ONCE;
  if (kind === 'query') return isPoor(status) ? RETRY.querySlow : RETRY.query;
  if (status === 'degraded') return RETRY.callDegraded;
  return status === 'slow' ? RETRY.callSlow : RETRY.call;
}

/** Wait before attempt `n + 1`, ms; `random` is in [0, 1). */
export const backoffDelay = (n: number, { baseMs }: RetryPlan, random: number) =>
  Math.min(baseMs * 2 ** (n - 1) + random * RETRY.jitterMs, RETRY.capMs);
