/** When the async boundary tries again: up to three times by itself, each after a wait anybody may cut short. */
import { BOUNDARY } from '../../../shared/constants.ts';
import { ACTION_BUDGET } from '../../../shared/net/retry.ts';

/** A failure this long after the last one is a new trouble, with tries of its own. */
export const RESET_AFTER_MS = 60_000;
export const PERCENT = 100;

/** calm: the children are drawn; counting: the next try comes by itself; held: it waits for a hand. */
export interface Retry {
  at: 'calm' | 'counting' | 'held';
  tries: number;
  /** Monotonic ms of the last failure. */
  failedAt: number;
}
export const IDLE: Retry = { at: 'calm', tries: 0, failedAt: -Infinity };

/** `requests`: what the call behind it has cost so far; more than one act may cost is left to a hand. */
export function recordFailure(retry: Retry, now: number, requests = 0): Retry {
  const tries = now - retry.failedAt > RESET_AFTER_MS ? 0 : retry.tries;
  const isAutomatic = tries < BOUNDARY.retries && requests < ACTION_BUDGET;
  return { at: isAutomatic ? 'counting' : 'held', tries, failedAt: now };
}
export const cancelRetry = (retry: Retry): Retry => ({ ...retry, at: 'held' });
/** By itself or by hand: both are a try. */
export const recordRetry = (retry: Retry): Retry => ({ ...retry, at: 'calm', tries: retry.tries + 1 });

/** 0 to 100 of the wait. */
export const progress = ({ at, failedAt }: Retry, now: number): number =>
  at === 'counting'
    ? Math.min(PERCENT, Math.max(0, ((now - failedAt) / BOUNDARY.retryDelayMs) * PERCENT))
    : 0;
export const isDue = (retry: Retry, now: number): boolean => progress(retry, now) >= PERCENT;
