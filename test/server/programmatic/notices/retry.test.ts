import { describe, expect, it } from 'vitest';
import { isTaken, nextNotice } from '../../../../server/programmatic/notices/retry.ts';

describe('a notice that was not taken', () => {
  it.each([
    [1, 10_000],
    [6, 10_000],
    [7, 20_000],
    [8, 40_000],
    [14, 2_560_000],
    [15, 3_600_000],
    [40, 3_600_000],
  ])('is called again after try %i in %i ms', (tries, ms) => {
    expect(nextNotice(tries, 5_000, 100_000_000)).toBe(5_000 + ms);
  });

  it('is called a last time at its deadline, and then no more', () => {
    expect(nextNotice(1, 0, 4_000)).toBe(4_000);
    expect(nextNotice(2, 4_000, 4_000)).toBeNull();
  });

  it.each([
    [200, true],
    [204, true],
    [202, false],
    [302, false],
    [503, false],
    [null, false],
  ])('was taken with status %s: %s', (status, taken) => expect(isTaken(status)).toBe(taken));
});
