import { describe, expect, it } from 'vitest';
import { goalOf } from '../../../server/sales/campaigns/progress.ts';
import { frontFactor, hoursLeft, plannedShare } from '../../../shared/sales/plan.ts';

const DAY_MS = 86_400_000;
const start = Date.parse('2026-03-02T00:00:00.000Z');
const flight = (from: number, to: number) => ({
  starts_at: new Date(start + from * DAY_MS).toISOString(),
  ends_at: new Date(start + to * DAY_MS).toISOString(),
  dayparts: [],
  sov_s_per_h: null,
  id: '',
});

describe('the hours that dayparts hold of a week', () => {
  const from = (days: number[], begin: string, end: string) => ({ days, start: begin, end });
  it.each([
    ['none: all of it', [], 168],
    ['one evening, though its day is named seven times', [from([5, 5, 5, 5, 5, 5, 5], '18:00', '22:00')], 4],
    ['two that overlap', [from([1], '08:00', '12:00'), from([1], '10:00', '13:00')], 5],
    [
      'a night over the end of the week, and the Monday it reaches',
      [from([7], '22:00', '06:00'), from([1], '00:00', '08:00')],
      10,
    ],
    ['a whole day', [from([3], '00:00', '24:00')], 24],
  ])('%s', (_what, dayparts, hours) => {
    const row = { flights: [{ ...flight(0, 28), dayparts }], tz: 'UTC' };
    expect(hoursLeft(row, -Infinity)).toBeCloseTo(4 * hours, 9);
  });
});

describe('a plan that leans forward', () => {
  it.each([
    ['one flight', [flight(0, 10)]],
    ['two flights, three months apart', [flight(0, 1), flight(100, 101)]],
  ])('%s: whoever keeps to its pace is where the plan is, hour by hour', (_what, flights) => {
    const row = { flights, pacing: 'front' as const, tz: 'UTC' };
    let left = 1;
    const hours = hoursLeft(row, -Infinity);
    for (let i = 0; i < 101 * 24; i++) {
      const now = start + (i * DAY_MS) / 24;
      const before = hoursLeft(row, now);
      const open = before - hoursLeft(row, now + DAY_MS / 24);
      if (open === 0) continue;
      left -= (left / before) * open * frontFactor(row, now);
      expect(1 - left).toBeCloseTo(plannedShare(row, now + DAY_MS / 24), hours > 100 ? 2 : 1);
    }
  });
});

it('a plan for weekends has nothing to show for on a Friday, and half of it after the Saturday', () => {
  const weekends = [{ days: [6, 7], start: '10:00', end: '18:00' }];
  const row = { flights: [{ ...flight(0, 7), dayparts: weekends }], pacing: 'even' as const, tz: 'UTC' };
  const share = (days: number) => plannedShare(row, start + days * DAY_MS);
  expect([share(4.9), share(5.5), share(6), share(7)]).toEqual([0, 0.125, 0.5, 1]);
});

it('a budget that buys more plays than there are screens for is a goal that can still be counted and added up', () => {
  const goal = { goal: 'budget', goal_amount: null, budget_minor: 1_000_000_000, bid_micros: 1 } as const;
  expect(goalOf(goal, 'EUR')! * 1_000).toBeLessThan(Number.MAX_SAFE_INTEGER);
  expect(goalOf({ ...goal, bid_micros: 2_000_000 }, 'EUR')).toBe(5_000_000_000);
});
