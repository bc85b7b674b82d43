/** Decides when the async boundary retries: up to three times automatically, each after a wait the user can shorten. */
import { BOUNDARY } from '../../../shared/constants.ts';
import { ACTION_BUDGET } from '../../../shared/net/retry.ts';

/** A failure this long after the previous one starts with a fresh retry count. */
export const RESET_AFTER_MS = 60_000;
export const PERCENT = 100;

/** calm: the children are drawn; counting: the next retry starts automatically; held: the user must retry. */
export interface Retry {
  at: 'calm' | 'counting' | 'held';
  tries: number;
  /** Monotonic ms of the last failure. */
  failedAt: number;
}
export const IDLE: Retry = { at: 'calm', tries: 0, failedAt: -Infinity };

/** `requests`: how many requests the failed call has sent. Beyond the budget of one user action only the user retries. */
export function recordFailure(retry: Retry, now: number, requests = 0): Retry {
  const tries = now - retry.failedAt > RESET_AFTER_MS ? 0 : retry.tries;
  const isAutomatic = tries < BOUNDARY.retries && requests < ACTION_BUDGET;
  return { at: isAutomatic ? 'counting' : 'held', tries, failedAt: now };
}
export const cancelRetry = (retry: Retry): Retry => ({ ...retry, at: 'held' });
/** Automatic and manual retries both count. */
export const recordRetry = (retry: Retry): Retry => ({ ...retry, at: 'calm', tries: retry.tries + 1 });

/** Elapsed share of the wait, 0 to 100. */
export const progress = ({ at, failedAt }: Retry, now: number): number =>
  at === 'counting'
    ? Math.min(PERCENT, Math.max(0, ((now - failedAt) / BOUNDARY.retryDelayMs) * PERCENT))
    : 0;
export const isDue = (retry: Retry, now: number): boolean => progress(retry, now) >= PERCENT;
