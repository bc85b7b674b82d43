import { describe, expect, it } from 'vitest';
import { createPartnerLimits, LONGEST_WAIT_MS } from '../../../../server/programmatic/planner/limits.ts';
import { expiryOf, nextSlot } from '../../../../server/programmatic/planner/slots.ts';
import { manualClock } from '../../../support/clock.ts';

const MINUTE = 60_000;
const known = { now: 0, offered_until: null, offline_h: 1, max_lead_s: 3_600 };

describe('the next spot to be offered', () => {
  it('begins on the grid, with time for the screen to learn of it', () => {
    expect(nextSlot(known)).toEqual({ from: 5 * MINUTE, to: 10 * MINUTE });
    expect(nextSlot({ ...known, now: 4 * MINUTE })).toEqual({ from: 10 * MINUTE, to: 15 * MINUTE });
  });
  it('follows the last one, as far ahead as the screen is out of reach and partners allow', () => {
    expect(nextSlot({ ...known, offered_until: 60 * MINUTE })).toEqual({
      from: 60 * MINUTE,
      to: 65 * MINUTE,
    });
    expect(nextSlot({ ...known, offered_until: 65 * MINUTE })).toBeNull();
    expect(nextSlot({ ...known, offline_h: 4, offered_until: 65 * MINUTE })).toBeNull();
    expect(
      nextSlot({ ...known, offline_h: 4, max_lead_s: 14_400, offered_until: 65 * MINUTE }),
    ).not.toBeNull();
    expect(nextSlot({ ...known, offline_h: 0.01, offered_until: 10 * MINUTE })).not.toBeNull();
    expect(nextSlot({ ...known, offline_h: 0.01, offered_until: 15 * MINUTE })).toBeNull();
  });
  it('is promised to be reported in time, by the screen that is out of reach for longest', () => {
    const slot = { from: 5 * MINUTE, to: 10 * MINUTE };
    expect(expiryOf(slot, 0, { report_s: 900, offline_h: 0.1 })).toBe(600 + 900);
    expect(expiryOf(slot, 0, { report_s: 900, offline_h: 2 })).toBe(600 + 7_200);
  });
});

describe('the limits of a partner', () => {
  const taken = async (clock: ReturnType<typeof manualClock>, calls: Promise<unknown>[], ms: number) => {
    let done = 0;
    for (const call of calls) void call.then(got => void (done += got === null ? 0 : 1));
    await clock.advance(ms);
    return done;
  };

  it('are so many calls a second: the next one waits for its turn', async () => {
    const clock = manualClock();
    const limits = createPartnerLimits(clock);
    const by = { qps_limit: 2, concurrency: 8 };
    const calls = [1, 2, 3, 4].map(() => limits.take('a', by));
    expect(await taken(clock, calls, 0)).toBe(2);
    expect(await taken(clock, [limits.take('b', by)], 0)).toBe(1);
    expect(await taken(clock, calls, 500)).toBe(3);
    expect(await taken(clock, calls, 500)).toBe(4);
  });

  it('are so many at once: one goes on when another has ended, and is left out where none ends in time', async () => {
    const clock = manualClock();
    const limits = createPartnerLimits(clock);
    const narrow = { qps_limit: 100, concurrency: 1 };
    const release = await limits.take('c', narrow);
    const next = limits.take('c', narrow);
    expect(await taken(clock, [next], LONGEST_WAIT_MS / 2)).toBe(0);
    release?.();
    expect(await taken(clock, [next], 0)).toBe(1);
    const late = limits.take('c', narrow);
    await clock.advance(LONGEST_WAIT_MS);
    expect(await late).toBeNull();
  });
});
