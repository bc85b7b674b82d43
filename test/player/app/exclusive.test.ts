import { describe, expect, it } from 'vitest';
import { acquireScreen } from '../../../player/app/exclusive.ts';
import { manualClock } from '../../support/clock.ts';

/** One holder at a time; `end` is the holder's tab being closed. */
function oneLock() {
  const queue: (() => Promise<unknown>)[] = [];
  const start = () => void queue[0]?.();
  const request = (_: string, act: () => Promise<unknown>) => {
    queue.push(act);
    if (queue.length === 1) start();
    return new Promise(() => {});
  };
  return {
    locks: { request } as unknown as Pick<LockManager, 'request'>,
    end: () => {
      queue.shift();
      start();
    },
  };
}

describe('two tabs', () => {
  it('let the first play at once and without a word', async () => {
    const clock = manualClock();
    let told = 0;
    await acquireScreen(oneLock().locks, clock, () => Promise.resolve(void told++));
    await clock.advance(10_000);
    expect(told).toBe(0);
  });

  it('tell the second that another plays, and let it take over when that one ends', async () => {
    const clock = manualClock();
    const { locks, end } = oneLock();
    await acquireScreen(locks, clock, () => Promise.resolve());
    let told = 0;
    let plays = false;
    const second = acquireScreen(locks, clock, () => Promise.resolve(void told++)).then(() => (plays = true));
    await clock.advance(10_000);
    expect({ told, plays }).toEqual({ told: 1, plays: false });
    end();
    await second;
    expect(plays).toBe(true);
  });

  it('say nothing when the page before is only a moment late to let go', async () => {
    const clock = manualClock();
    const { locks, end } = oneLock();
    await acquireScreen(locks, clock, () => Promise.resolve());
    let told = 0;
    const reloaded = acquireScreen(locks, clock, () => Promise.resolve(void told++));
    await clock.advance(200);
    end();
    await reloaded;
    await clock.advance(10_000);
    expect(told).toBe(0);
  });
});
