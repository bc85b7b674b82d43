import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextTime, timeOf } from '../../../server/reports/content/period.ts';
import { dayOf, hourIn } from '../../../shared/i18n/format.ts';

const NOW = Date.UTC(2026, 9, 23, 22, 30);
const of = (period: Parameters<typeof timeOf>[0]['period'], tz: string) =>
  timeOf({ period, first_day: null, last_day: null, tz }, NOW);

it('periods are whole days of the zone', () => {
  expect(of('yesterday', 'UTC')).toEqual({
    from: '2026-10-22T00:00:00.000Z',
    to: '2026-10-23T00:00:00.000Z',
  });
  /** It is the 24th there. */
  expect(of('yesterday', 'Asia/Shanghai')).toEqual({
    ...{ from: '2026-10-22T16:00:00.000Z', to: '2026-10-23T16:00:00.000Z' },
  });
  expect(of('last_7_days', 'UTC').from).toBe('2026-10-16T00:00:00.000Z');
  expect(of('this_month', 'UTC')).toEqual({
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-10-24T00:00:00.000Z',
  });
  expect(of('last_month', 'Europe/Lisbon')).toEqual({
    ...{ from: '2026-08-31T23:00:00.000Z', to: '2026-09-30T23:00:00.000Z' },
  });
  /** The day on which the clock is set back has 25 hours. */
  const { from, to } = timeOf(
    { period: 'custom', first_day: '2026-10-25', last_day: '2026-10-25', tz: 'Europe/Lisbon' },
    NOW,
  );
  expect(Date.parse(to) - Date.parse(from)).toBe(25 * 3_600_000);
});

it('the next time of a schedule is at its hour of its day in its zone, and the first that is to come', () => {
  const zones = ['UTC', 'Europe/Lisbon', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland'];
  fc.assert(
    fc.property(
      fc.constantFrom('daily', 'weekly', 'monthly'),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(...zones),
      fc.integer({ min: NOW, max: NOW + 400 * 86_400_000 }),
      (schedule, hour, day, tz, now) => {
        const next = nextTime({ schedule, hour, day, tz }, now) ?? '';
        const at = Date.parse(next);
        expect(at).toBeGreaterThan(now);
        const days = { daily: 1, weekly: 7, monthly: 31 }[schedule];
        expect(at - now).toBeLessThanOrEqual(days * 86_400_000 + 3_600_000);
        /** Where the clock leaves the hour out, it is the hour after. */
        expect([hour, hour + 1]).toContain(hourIn(tz)(next));
        const date = new Date(`${dayOf(next, tz)}T00:00:00.000Z`);
        if (schedule === 'weekly') expect(date.getUTCDay() || 7).toBe(day);
        if (schedule === 'monthly') expect(date.getUTCDate()).toBe(day);
      },
    ),
    { numRuns: 150 },
  );
  expect(nextTime({ schedule: 'never', hour: 6, day: 1, tz: 'UTC' }, NOW)).toBeNull();
});
