import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantFor, LEASED_SHARE, mostOut } from '../../../../shared/playout/leases/size.ts';
import { hoursIn, hoursLeft, plannedShare } from '../../../../shared/sales/plan.ts';
import { dayStart } from '../../../../shared/i18n/format.ts';

const HOUR_MS = 3_600_000;
const CAMPAIGN = {
  ...{ left: 1_000, outstanding: 0, per_hour: 1_000 / 92 },
  ...{ screens: 10, online: 10, due_at: 0 },
};
const SCREEN = { plays_per_h: 60, offline_h: 2, before: 0 };

describe('what a screen is granted', () => {
  it('is its share of the twentieth, over the time in which the plan would have it', () => {
    expect(grantFor({ ...CAMPAIGN, per_hour: null }, SCREEN, 0)).toEqual({ plays: 5, window_ms: 0 });
    const { plays, window_ms } = grantFor(CAMPAIGN, SCREEN, 0)!;
    /** 1,000 plays in 92 hours on ten screens: 1.09 an hour. */
    expect(plays).toBe(3);
    expect(window_ms / HOUR_MS).toBeCloseTo(2.76, 2);
  });

  it('is one play now and then where the plan has less than one for each, sooner where nobody came', () => {
    const slow = { ...CAMPAIGN, left: 100, per_hour: 100 / 92, due_at: 10 * HOUR_MS };
    expect(grantFor(slow, SCREEN, 10 * HOUR_MS - 1)).toBeNull();
    const grant = grantFor(slow, SCREEN, 10 * HOUR_MS)!;
    expect(grant).toMatchObject({ plays: 1 });
    expect((grant.due_at! - 10 * HOUR_MS) / HOUR_MS).toBeCloseTo(0.92, 2);
    expect(grantFor({ ...slow, outstanding: 1 }, { ...SCREEN, before: 1 }, 10 * HOUR_MS)).toBeNull();
    expect(grantFor(slow, { ...SCREEN, before: 1 }, 11 * HOUR_MS)).not.toBeNull();
  });

  it('makes up for an hour at most of the single plays that nobody took', () => {
    const slow = { ...CAMPAIGN, per_hour: 4, due_at: 0 };
    const now = 100 * HOUR_MS;
    let granted = 0;
    for (let due_at: number | undefined = 0; due_at !== undefined && granted < 50;) {
      due_at = grantFor({ ...slow, due_at }, SCREEN, now)?.due_at;
      if (due_at !== undefined) granted++;
    }
    /** The four of that hour, and the one that is due now. */
    expect(granted).toBe(5);
  });

  it('never passes what may be out, and leaves nobody without while there is something left', () => {
    const world = fc.record({
      goal: fc.integer({ min: 1, max: 600 }),
      screens: fc.integer({ min: 1, max: 30 }),
      away: fc.integer({ min: 0, max: 3 }),
      pace: fc.constantFrom(null, 1),
      seed: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(world, ({ goal, screens, away, pace, seed }) => {
        let x = seed;
        const random = (n: number) => (x = (x * 48_271) % 2_147_483_647) % n;
        const held = Array.from({ length: screens }, () => 0);
        const lastGrants = held.map(() => -1);
        const waits = held.map(() => false);
        let [delivered, turn, due_at] = [0, 0, 0];
        for (let round = 0; round < 40_000 && delivered < goal; round++) {
          const i = random(screens);
          if (held[i]! > 0 && random(away + 1) === 0) {
            /** It plays what it holds and reports it, or brings a part of it back. */
            const played = random(4) === 0 ? random(held[i]! + 1) : held[i]!;
            delivered += played;
            held[i] = 0;
          }
          if (held[i]! > 0) continue;
          const outstanding = held.reduce((sum, n) => sum + n, 0);
          const left = goal - delivered;
          if (left < 1) break;
          const per_hour = pace && Math.max(1, left - outstanding) / 92;
          const before = lastGrants.filter((at, n) => n !== i && waits[n] && at < lastGrants[i]!).length;
          const grant = grantFor(
            { ...CAMPAIGN, left, outstanding, screens, online: screens, per_hour, due_at },
            { ...SCREEN, before },
            round * 600_000,
          );
          waits[i] = grant === null;
          if (!grant) continue;
          due_at = grant.due_at ?? due_at;
          held[i] = grant.plays;
          lastGrants[i] = turn++;
          expect(outstanding + grant.plays).toBeLessThanOrEqual(mostOut(left));
          expect(delivered + outstanding + grant.plays).toBeLessThanOrEqual(goal);
          expect(mostOut(left)).toBeLessThanOrEqual(Math.max(1, left * LEASED_SHARE));
        }
        if (away === 0 && pace === null) expect(delivered).toBe(goal);
        /** Whoever asked got something before others got it for the third time. */
        if (goal >= 20 * screens && away === 0 && pace === null)
          expect(lastGrants.every(at => at >= 0)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the plan of a campaign over a night in which the clock is set', () => {
  it.each([
    ['Europe/Lisbon', '2026-03-29', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Pacific/Auckland', '2026-09-27', 23],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('in %s on %s has %d hours of it on that day, and all days add up', (tz, day, hours) => {
    const at = (n: number) => new Date(dayStart(day, tz, n)).toISOString();
    const flights = [{ id: '', starts_at: at(-1), ends_at: at(2), dayparts: [], sov_s_per_h: null }];
    const row = { flights, pacing: 'even' as const, tz: 'Europe/Lisbon' };
    const shares = [-1, 0, 1].map(
      n => plannedShare(row, Date.parse(at(n + 1))) - plannedShare(row, Date.parse(at(n))),
    );
    expect(hoursIn(row)).toBe(48 + hours);
    expect(shares[1]).toBeCloseTo(hours / (48 + hours), 10);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
    expect(hoursLeft(row, Date.parse(at(0))) - hoursLeft(row, Date.parse(at(1)))).toBe(hours);
  });
});
