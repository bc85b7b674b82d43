import { describe, expect, it } from 'vitest';
import { MAX_TRIES, nextTry } from '../../../server/jobs/retry.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a job that failed', () => {
  it('is tried again later each time, at most four hours later', () => {
    expect([1, 2, 3, 4].map(tries => nextTry(tries, 0))).toEqual([1, 2, 4, 8].map(n => n * MINUTE_MS));
    expect(nextTry(MAX_TRIES - 1, 5)).toBe(4 * HOUR_MS + 5);
  });

  it('is given up in the end, after more than a day', () => {
    expect(nextTry(MAX_TRIES, 0)).toBeNull();
    const waits = Array.from({ length: MAX_TRIES - 1 }, (_none, n) => nextTry(n + 1, 0) ?? 0);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(24 * HOUR_MS);
  });
});
