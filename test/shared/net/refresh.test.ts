import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/net/apiError.ts';
import { createRefresher, refreshBackoff } from '../../../shared/net/refresh.ts';
import { manualClock } from '../../support/clock.ts';

const cut = () => Promise.reject(new ApiError('NETWORK', 'cut'));

function begin() {
  const clock = manualClock();
  const outcomes: (() => Promise<{ access_token: string; refresh_token: string }>)[] = [];
  const at: number[] = [];
  let kept = { access_token: 'a0', refresh_token: 'r0' };
  const renew = createRefresher({
    clock,
    lock: work => work(),
    tokens: {
      read: () => Promise.resolve(kept),
      write(next) {
        if (next) kept = next;
        return Promise.resolve();
      },
    },
    exchange() {
      at.push(clock.mono());
      return (outcomes.shift() ?? cut)();
    },
  });
  /** The next try, which is asked for at once: what passes until then is the wait alone. */
  const go = async () => {
    const tries = at.length;
    const result = renew(kept.access_token);
    for (let s = 0; at.length === tries && s < 100; s++) await clock.advance(1_000);
    return (await result).at;
  };
  const gaps = () => at.slice(1).map((t, i) => t - at[i]!);
  return { renew: go, gaps, outcomes };
}

describe('back-off between refreshes', () => {
  it('REFRESH-02 REFRESH-03 REFRESH-04 starts at 1 s, doubles with each failure and never passes 30 s', async () => {
    const { renew, gaps } = begin();
    for (let n = 0; n < 8; n++) expect(await renew()).toBe('unreachable');
    expect(gaps()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('REFRESH-02 waits by the number of failures in a row', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 9].map(refreshBackoff)).toEqual([0, 1e3, 2e3, 4e3, 8e3, 16e3, 30e3, 30e3]);
  });

  it('holds the next try back until the wait is over', async () => {
    const clock = manualClock();
    let tries = 0;
    const renew = createRefresher({
      clock,
      lock: work => work(),
      tokens: {
        read: () => Promise.resolve({ access_token: 'a', refresh_token: 'r' }),
        write: () => Promise.resolve(),
      },
      exchange() {
        tries += 1;
        return cut();
      },
    });
    await renew('a');
    const second = renew('a');
    await clock.advance(999);
    expect(tries).toBe(1);
    await clock.advance(1);
    await second;
    expect(tries).toBe(2);
  });

  it('REFRESH-05 begins anew after a success', async () => {
    const { renew, gaps, outcomes } = begin();
    outcomes.push(cut, cut, () => Promise.resolve({ access_token: 'a1', refresh_token: 'r1' }));
    const seen: string[] = [];
    for (let n = 0; n < 5; n++) seen.push(await renew());
    expect(seen).toEqual(['unreachable', 'unreachable', 'renewed', 'unreachable', 'unreachable']);
    expect(gaps()).toEqual([1_000, 2_000, 0, 1_000]);
  });
});
