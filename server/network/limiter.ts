/** At most so many tries in a sliding window, by address or account. */
import type { Clock } from '../../shared/clock.ts';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../shared/contract/errors.ts';

interface Window {
  max: number;
  ms: number;
}
const MAX_KEYS = 10_000;
const SECOND_MS = 1_000;

export function createLimiter(clock: Clock, window: Window) {
  const tries = new Map<string, number[]>();
  const recent = (key: string) => (tries.get(key) ?? []).filter(at => clock.mono() - at < window.ms);

  function dropOld(): void {
    for (const key of tries.keys()) if (recent(key).length === 0) tries.delete(key);
  }

  return {
    /** Takes a try for each key before it is known how it ends, so that a burst in parallel gains nothing. */
    take(keys: readonly string[], reply: FastifyReply): void {
      const waits = keys.map(recent).flatMap(times => {
        const oldest = times.at(-window.max);
        return oldest === undefined ? [] : [window.ms - (clock.mono() - oldest)];
      });
      if (waits.length > 0) {
        const retry_after_s = Math.ceil(Math.max(...waits) / SECOND_MS);
        reply.header('retry-after', String(retry_after_s));
        throw new AppError('RATE_LIMITED', 'Too many tries; wait a little.', { retry_after_s });
      }
      if (tries.size > MAX_KEYS) dropOld();
      for (const key of keys) tries.set(key, [...recent(key), clock.mono()]);
    },
    /** The try ended well and does not count. */
    giveBack(keys: readonly string[]): void {
      for (const key of keys) tries.set(key, recent(key).slice(0, -1));
    },
  };
}
export type Limiter = ReturnType<typeof createLimiter>;
