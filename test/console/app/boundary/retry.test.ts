import { describe, expect, it } from 'vitest';
import {
  IDLE,
  cancelRetry,
  recordFailure,
  RESET_AFTER_MS,
  isDue,
  progress,
  recordRetry,
} from '../../../../console/app/boundary/retry.ts';
import { BOUNDARY } from '../../../../shared/constants.ts';

describe('the retry of the async boundary', () => {
  it('counts down three times and holds after that', () => {
    let retry = IDLE;
    const seen: string[] = [];
    for (let now = 0; now < 20_000; now += BOUNDARY.retryDelayMs) {
      retry = recordFailure(retry, now);
      seen.push(`${retry.at} ${retry.tries}`);
      retry = recordRetry(retry);
    }
    expect(seen.slice(0, 5)).toEqual(['counting 0', 'counting 1', 'counting 2', 'held 3', 'held 4']);
  });

  it('holds where one act has sent its five requests', () => {
    expect([4, 5].map(requests => recordFailure(IDLE, 0, requests).at)).toEqual(['counting', 'held']);
  });

  it.each([
    [0, 0, false],
    [1_500, 50, false],
    [2_999, 99.97, false],
    [3_000, 100, true],
    [9_000, 100, true],
    [-5, 0, false],
  ])('%i ms after the failure stands at %d percent, due: %s', (ms, percent, due) => {
    const retry = recordFailure(IDLE, 1_000);
    expect(progress(retry, 1_000 + ms)).toBeCloseTo(percent, 1);
    expect(isDue(retry, 1_000 + ms)).toBe(due);
  });

  it('is never due once it was cancelled', () => {
    const retry = cancelRetry(recordFailure(IDLE, 0));
    expect([retry.at, progress(retry, 10_000), isDue(retry, 10_000)]).toEqual(['held', 0, false]);
  });

  it('has its tries back for a failure long after the last one', () => {
    const spent = { at: 'calm', tries: 3, failedAt: 0 } as const;
    expect(recordFailure(spent, RESET_AFTER_MS).at).toBe('held');
    expect(recordFailure(spent, RESET_AFTER_MS + 1)).toMatchObject({ at: 'counting', tries: 0 });
  });
});
