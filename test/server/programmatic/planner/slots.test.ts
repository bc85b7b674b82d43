import { describe, expect, it } from 'vitest';
import { createPartnerLimits } from '../../../../server/programmatic/planner/limits.ts';
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
  it('are so many calls a second and so many at once', () => {
    const clock = manualClock();
    const limits = createPartnerLimits(clock);
    const by = { qps_limit: 2, concurrency: 8 };
    expect([limits.take('a', by), limits.take('a', by), limits.take('a', by)].map(Boolean)).toEqual([
      ...[true, true, false],
    ]);
    expect(limits.take('b', by)).not.toBeNull();
    const narrow = { qps_limit: 100, concurrency: 1 };
    const done = limits.take('c', narrow);
    expect(limits.take('c', narrow)).toBeNull();
    done?.();
    expect(limits.take('c', narrow)).not.toBeNull();
  });
});
