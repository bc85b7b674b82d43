import { describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { dayStart, offsetAt } from '../../../shared/i18n/format.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { createSimulation } from '../../../shared/playout/simulate.ts';
import { idOf, picture } from '../../player/items.ts';
import { HOUR_MS, lineOf } from './lines.ts';

/** Nights in which the clock goes forward and back, in four zones on both sides of the equator; one moves by half an hour. */
const NIGHTS = [
  ['Europe/Lisbon', '2026-03-29', 23],
  ['Europe/Lisbon', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Pacific/Auckland', '2026-09-27', 23],
  ['Pacific/Auckland', '2026-04-05', 25],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
] as const;
const LOOP = { playlist_id: idOf(0x9000), items: [picture(0x900, { duration_ms: 90_000 })] };
const SPOT_MS = 30_000;
const YEAR = {
  items: [picture(0x101, { duration_ms: SPOT_MS })],
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: '2026-12-31T00:00:00.000Z',
};

/** The plays of one campaign from one midnight to the next, and to the one after it. */
function playsOn(tz: string, day: string, more: Partial<DocumentLine>) {
  const [from, to, after] = [0, 1, 2].map(n => Date.parse(dayStart(day, tz, n))) as [number, number, number];
  const plan = { loop: LOOP, lines: [lineOf(1, { ...YEAR, ...more })] };
  const simulation = createSimulation(plan, at => ({ at, tz, weather: null, place: null }), from);
  const ads = (until: number) => simulation.until(until).shows.filter(({ item }) => item.line);
  return { from, to, day: ads(to), next: ads(after) };
}
const msOf = (shows: readonly { item: { duration_ms: number } }[]) =>
  shows.reduce((sum, { item }) => sum + item.duration_ms, 0);

describe.each(NIGHTS)('in %s on %s, a day of %d hours', (tz, day, hours) => {
  it('has as many hours as it is said to', () => {
    expect((Date.parse(dayStart(day, tz, 1)) - Date.parse(dayStart(day, tz))) / HOUR_MS).toBe(hours);
  });

  it('adds up: a share of the hour and a pace are kept for each of its hours', () => {
    const share = playsOn(tz, day, { class: 'guaranteed', sov_s_per_h: 360 });
    expect(Math.abs(msOf(share.day) - hours * 360_000)).toBeLessThanOrEqual(2 * SPOT_MS);
    expect(Math.abs(msOf(share.next) - 24 * 360_000)).toBeLessThanOrEqual(2 * SPOT_MS);
    const paced = playsOn(tz, day, { plays_per_h: 6 });
    expect(Math.abs(paced.day.length - hours * 6)).toBeLessThanOrEqual(1);
    expect(Math.abs(paced.next.length - 24 * 6)).toBeLessThanOrEqual(1);
  });

  it('has one limit a day, and the next day its own', () => {
    const { day: shown, next } = playsOn(tz, day, { max_per_day: 11 });
    expect([shown.length, next.length]).toEqual([11, 11]);
  });

  it('plays in its hours by the clock on the wall: one that comes twice twice, one that is left out never', () => {
    const dayparts = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '01:00', end: '04:00' }];
    const { day: shown, from, to } = playsOn(tz, day, { dayparts });
    const isInside = (at: number) => {
      const hour = ((at + offsetAt(at, tz)) % (24 * HOUR_MS)) / HOUR_MS;
      return hour >= 1 && hour < 4;
    };
    expect(shown.every(({ at }) => isInside(at))).toBe(true);
    const minutes = Array.from({ length: (to - from) / 60_000 }, (_, n) => from + n * 60_000);
    const open_h = minutes.filter(isInside).length / 60;
    expect(open_h).toBe(hours - 24 + 3);
    /** Advertising and the loop take turns: 50 parts of 90. */
    expect(msOf(shown) / HOUR_MS / open_h).toBeCloseTo(50 / 90, 1);
  });

  it('spreads a lease evenly over its window, whatever the clock on the wall does', () => {
    const from = Date.parse(dayStart(day, tz));
    const to = Date.parse(dayStart(day, tz, 1));
    const line = lineOf(1, { ...YEAR, leased: true });
    const lease = {
      ...{ id: idOf(0x5001), campaign_id: line.campaign_id, line_id: line.id, max_plays: 40 },
      ...{ window_start: instant(from), window_end: instant(to), play_deadline: instant(to) },
    };
    const plan = { loop: LOOP, lines: [line], leases: [lease] };
    const shows = createSimulation(plan, at => ({ at, tz, weather: null, place: null }), from)
      .until(to)
      .shows.filter(({ item }) => item.line);
    expect(shows).toHaveLength(40);
    const halves = shows.filter(({ at }) => at < (from + to) / 2);
    expect(halves).toHaveLength(20);
  });
});
