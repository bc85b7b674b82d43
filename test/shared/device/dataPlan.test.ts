import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  forecast,
  mediaBudget,
  remainingMediaBytes,
  periodAt,
  currentUsage,
  type DataPlan,
  type DataUsage,
} from '../../../shared/device/dataPlan.ts';

const MB = 1_000_000;
const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const plan: DataPlan = { mb: 2_000, day: 15 };
const none = (since = '2026-01-15'): DataUsage => ({ since, media: 0, control: 0 });

describe('the month of a SIM', () => {
  it('begins on its day, also over the turn of a year', () => {
    expect(periodAt(at('2026-01-15'), plan)).toEqual({ from: at('2026-01-15'), to: at('2026-02-15') });
    expect(periodAt(at('2026-01-14'), plan)).toEqual({ from: at('2025-12-15'), to: at('2026-01-15') });
  });

  it('forgets what was spent in the one before', () => {
    const before = { since: '2025-12-15', media: 900, control: 90 };
    expect(currentUsage(before, plan, at('2026-01-14'))).toBe(before);
    expect(currentUsage(before, plan, at('2026-01-15'))).toEqual(none());
    expect(currentUsage(null, plan, at('2026-01-15'))).toEqual(none());
  });

  it('keeps a reserve that plays and control need, and no more than half', () => {
    const now = at('2026-01-20');
    expect(mediaBudget(plan, none(), now)).toBe(1_800 * MB);
    expect(mediaBudget({ mb: 1_000, day: 15 }, none(), now)).toBe((1_000 - 155) * MB);
    expect(mediaBudget({ mb: 100, day: 15 }, none(), now)).toBe(50 * MB);
    expect(mediaBudget(plan, { control: 500 * MB }, now)).toBe(1_500 * MB);
  });

  it('gives media their share as the month goes, a fifth ahead, and all of it to a screen with nothing to show', () => {
    const budget = 1_800 * MB;
    expect(remainingMediaBytes(plan, none(), at('2026-01-15'), false)).toBeCloseTo(0.2 * budget);
    expect(remainingMediaBytes(plan, none(), at('2026-01-15') + 15.5 * DAY_MS, false)).toBeCloseTo(
      0.7 * budget,
    );
    expect(remainingMediaBytes(plan, none(), at('2026-01-15'), true)).toBe(budget);
    expect(remainingMediaBytes(plan, { ...none(), media: 3_000 * MB }, at('2026-02-14'), true)).toBe(0);
  });

  it('says what it will come to, but not on its first day', () => {
    const spent = { ...none(), media: 300 * MB, control: 10 * MB };
    expect(forecast(spent, plan, at('2026-01-15') + 1)).toBeNull();
    expect(forecast(spent, plan, at('2026-01-25'))).toBeCloseTo(961 * MB);
  });
});

/** A month of a screen that is given new media each day, on a link that is metered but in the depot. */
function aMonth(plan: DataPlan, files: readonly number[], depot: (day: number) => boolean) {
  let spent = none();
  let brought = 0;
  let free = 0;
  let waiting: number[] = [];
  for (let day = 0; day < 31; day++) {
    waiting.push(files[day % files.length] ?? 0);
    for (let hour = 0; hour < 24; hour++) {
      const now = at('2026-01-15') + day * DAY_MS + hour * 3_600_000;
      spent = { ...currentUsage(spent, plan, now), control: spent.control + (5 * MB) / 24 };
      waiting = waiting.filter(bytes => {
        const isFree = depot(day) && hour < 4;
        if (!isFree && bytes > remainingMediaBytes(plan, spent, now, brought === 0)) return true;
        if (isFree) free += bytes;
        else spent = { ...spent, media: spent.media + bytes };
        brought += 1;
        return false;
      });
    }
  }
  return { spent, brought, free, waiting: waiting.length };
}

describe('a month of media', () => {
  it('stays within the plan, and plays and control never wait', () => {
    const { spent, waiting } = aMonth(plan, [120 * MB], () => false);
    expect(spent.media + spent.control).toBeLessThanOrEqual(plan.mb * MB);
    expect(spent.control).toBeCloseTo(31 * 5 * MB);
    expect(waiting).toBeGreaterThan(0);
  });

  it('goes on where a free link comes by: nothing waits for long', () => {
    const { spent, waiting, free } = aMonth(plan, [120 * MB], day => day % 7 === 6);
    expect(spent.media + spent.control).toBeLessThanOrEqual(plan.mb * MB);
    expect(free).toBeGreaterThan(0);
    expect(waiting).toBeLessThanOrEqual(3);
  });

  it('holds for any plan and any media, once control itself keeps to its share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 320, max: 50_000 }),
        fc.array(fc.integer({ min: 1, max: 500 * MB }), { minLength: 1, maxLength: 31 }),
        (mb, files) => {
          const { spent } = aMonth({ mb, day: 15 }, files, () => false);
          expect(spent.media + spent.control).toBeLessThanOrEqual(mb * MB);
        },
      ),
      { numRuns: 60 },
    );
  });
});
