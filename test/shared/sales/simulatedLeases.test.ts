import { describe, expect, it } from 'vitest';
import { simulateDay } from '../../../console/playout/simulator/day.ts';
import { instant } from '../../../shared/clock.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { LeasedBooks, ScreenLeases } from '../../../shared/contract/playout/simulation.ts';
import { picture, playlistOf } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY } from '../playout/lines.ts';

const DAY_MS = 24 * HOUR_MS;
const FLIGHT = { starts_at: instant(MONDAY), ends_at: instant(MONDAY + 10 * DAY_MS) };
/** Half a minute each, where nothing depends on it: a day has a third of the plays that it has of the usual ten seconds. */
const LENGTH_MS = 30_000;
const USUAL_MS = 10_000;
const line = lineOf(1, { leased: true, ...FLIGHT });
const books: LeasedBooks = {
  ...{ campaign_id: line.campaign_id, flights: [{ ...FLIGHT, dayparts: [] }], tz: 'UTC', pacing: 'even' },
  ...{ is_share: false, screens: 1, online: 1, left: 2_000, daily: null, caps: [], today: 0 },
};
const screen: Omit<ScreenLeases, 'campaigns'> = {
  ...{ at: instant(MONDAY), plays_per_h: 120, offline_h: 2, held: [] },
};

interface Case {
  books?: Partial<LeasedBooks>;
  screen?: Partial<ScreenLeases>;
  /** Of the flight, from 0. */
  day?: number;
  line?: Partial<DocumentLine>;
  /** Of each picture and each spot. */
  duration_ms?: number;
}
function dayOf(one: Case) {
  const { books: more = {}, screen: other = {}, day = 0, line: changed = {}, duration_ms = LENGTH_MS } = one;
  const of = (n: number) => picture(n, { duration_ms });
  const documents = {
    ...{ playlist: playlistOf([of(1), of(2)]), config: null },
    flights: { kind: 'flights' as const, lines: [{ ...line, items: [of(0x101)], ...changed }] },
    leases: { ...screen, ...other, campaigns: [{ ...books, ...more }] },
  };
  const from = MONDAY + day * DAY_MS;
  const span = { from, to: from + DAY_MS, place: null, track: null, rides: [], weights: null };
  const done = [...simulateDay(documents, span)].at(-1)!;
  const plays = done.totals.get(line.campaign_id)?.plays ?? 0;
  return { plays, reasons: done.kept.get(line.campaign_id), hours: done.hours };
}

describe('a simulated day of a campaign that plays under leases', () => {
  /** 2,000 plays in the 232 hours before its reserve. */
  const A_DAY = (2_000 / 232) * 24;

  it('has the plays of its plan, spread over the day, and not the many that its turns would bring', () => {
    const { plays, hours, reasons } = dayOf({});
    expect(Math.abs(plays - A_DAY)).toBeLessThan(0.05 * A_DAY);
    for (const { shares } of hours) expect(shares.get(line.campaign_id)! / LENGTH_MS).toBeLessThan(20);
    expect([...reasons!.keys()]).toContain('paced');
  });

  it('keeps to what is left, of the goal, of the day and of budgets that others share', () => {
    const asap = { pacing: 'asap' as const };
    expect(dayOf({ books: { ...asap, left: 150 } }).plays).toBe(150);
    expect(dayOf({ books: { ...asap, daily: 90 } }).plays).toBe(90);
    expect(dayOf({ books: { ...asap, caps: [{ left: 40, until: FLIGHT.ends_at }] } }).plays).toBe(40);
    expect(dayOf({ books: { left: 0 } }).plays).toBe(0);
  });

  it('spreads a budget of the day over its day, and one of the month over what is left of that', () => {
    const usual = { duration_ms: USUAL_MS };
    const most = (hours: { shares: ReadonlyMap<string, number> }[]) =>
      Math.max(...hours.map(({ shares }) => (shares.get(line.campaign_id) ?? 0) / USUAL_MS));
    const daily = dayOf({ ...usual, books: { daily: 96 } });
    expect(daily.plays).toBeGreaterThan(0.9 * 96);
    expect(daily.plays).toBeLessThanOrEqual(96);
    expect(most(daily.hours)).toBeLessThan(12);
    const month = [{ left: 96, until: instant(MONDAY + 2 * DAY_MS) }];
    const { plays, hours } = dayOf({ ...usual, books: { caps: month } });
    expect(Math.abs(plays - 48)).toBeLessThan(5);
    expect(most(hours)).toBeLessThan(8);
    /** A day after it begins with all of its own budget. */
    expect(dayOf({ ...usual, day: 5, books: { daily: 96, today: 90 } }).plays).toBeGreaterThan(0.9 * 96);
  });

  it('takes other screens to play as much as this one', () => {
    const shared = dayOf({ books: { screens: 4, online: 4 } }).plays;
    expect(Math.abs(shared - A_DAY / 4)).toBeLessThan(0.1 * A_DAY);
    expect(dayOf({ books: { screens: 4, online: 4, pacing: 'asap', left: 200 } }).plays).toBe(50);
  });

  it('takes the campaign to keep to its plan until a later day', () => {
    expect(Math.abs(dayOf({ day: 8 }).plays - dayOf({}).plays)).toBeLessThan(0.1 * A_DAY);
  });

  it('shows none of it on a day of the next century, and says so at once', () => {
    const began = performance.now();
    expect(dayOf({ day: 36_500 }).plays).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('begins a day that has begun at its midnight, with what was left by then', () => {
    const at = instant(MONDAY + 15 * HOUR_MS);
    const plays = dayOf({ screen: { at }, books: { pacing: 'asap', left: 30, today: 70 } }).plays;
    expect(plays).toBe(100);
  });

  it('lets leases run out where the line cannot play, and is granted others when it can', () => {
    const place = { fences: [{ shape: 'circle' as const, lat: 38.72, lng: -9.14, radius_m: 1_000 }] };
    const limits = { max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' as const };
    expect(dayOf({ line: { place: { ...place, ...limits } } }).plays).toBe(0);
    const evening = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '20:00', end: '22:00' }];
    const { plays, hours } = dayOf({
      line: { dayparts: evening },
      books: { flights: [{ ...FLIGHT, dayparts: evening }] },
    });
    expect(plays).toBeGreaterThan(50);
    const open = hours.filter(({ shares }) => shares.has(line.campaign_id)).map(({ at }) => at);
    expect(open).toEqual([MONDAY + 20 * HOUR_MS, MONDAY + 21 * HOUR_MS]);
  });

  it('goes on with the leases it holds, and plays a sold spot under its own', () => {
    const lease = {
      ...{ id: '0198f0a0-0000-7000-8000-0000000000b1', campaign_id: line.campaign_id, line_id: line.id },
      ...{ max_plays: 5, used: 2, window_start: instant(MONDAY), window_end: instant(MONDAY) },
      play_deadline: instant(MONDAY + HOUR_MS),
    };
    expect(dayOf({ screen: { at: instant(MONDAY - 1), held: [lease] }, books: { left: 0 } }).plays).toBe(3);
    const other = { ...books, campaign_id: '0198f0a0-0000-7000-8000-0000000000b2' };
    expect(dayOf({ screen: { held: [lease] }, books: other }).plays).toBe(3);
  });
});
