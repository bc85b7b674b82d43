import { describe, expect, it } from 'vitest';
import { LOOP, SPOTS, simulateDay } from '../../../console/playout/simulator/day.ts';
import type { RideSpan } from '../../../console/playout/simulator/rides.ts';
import { pointAt } from '../../../console/playout/simulator/track.ts';
import { DEFAULT_WEIGHTS, type Weights } from '../../../shared/contract/playout/mix.ts';
import type { Documents } from '../../../shared/playout/plans.ts';
import { picture, playlistOf } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY, playFor } from '../../shared/playout/lines.ts';

const inTown = {
  fences: [{ shape: 'circle' as const, lat: 38.72, lng: -9.14, radius_m: 1_000 }],
  ...{ max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' as const },
};
/** Half a minute each: a day has a third of the plays that it has of the usual ten seconds. */
const long = (n: number) => picture(n, { duration_ms: 30_000 });
const lines = [lineOf(1, { items: [long(0x101)] }), lineOf(2, { place: inTown, items: [long(0x102)] })];
const playlist = playlistOf([long(1), long(2)]);
const documents: Documents = { playlist, config: null, flights: { kind: 'flights', lines } };
const BARE = { rides: [], track: null, weights: null };
const day = (place: { lat: number; lng: number } | null) =>
  [...simulateDay(documents, { ...BARE, from: MONDAY, to: MONDAY + 24 * HOUR_MS, place })].at(-1)!;

describe('a simulated day', () => {
  it('has the plays of the whole day, each in its hour', () => {
    const { totals, hours } = day(null);
    const shows = playFor({ loop: playlist, lines }, 24);
    const played = (id: string) => shows.filter(({ item }) => item.line?.campaign_id === id).length;
    expect(totals.get(lines[0]!.campaign_id)?.plays).toBe(played(lines[0]!.campaign_id));
    expect(totals.get(LOOP)?.plays).toBe(shows.filter(({ item }) => !item.line).length);
    expect(hours.map(({ at }) => at)).toEqual(Array.from({ length: 24 }, (_, n) => MONDAY + n * HOUR_MS));
    const all = hours.flatMap(({ shares }) => [...shares.values()]).reduce((sum, ms) => sum + ms, 0);
    expect(all).toBe(shows.reduce((sum, { item }) => sum + item.duration_ms, 0));
  });

  it('says what kept a campaign, and follows the screen to another place', () => {
    const away = day(null);
    expect(away.totals.has(lines[1]!.campaign_id)).toBe(false);
    expect(away.kept.get(lines[1]!.campaign_id)).toEqual(new Map([['place_unknown', away.decisions]]));
    expect(day({ lat: 38.72, lng: -9.14 }).totals.get(lines[1]!.campaign_id)?.plays).toBeGreaterThan(100);
    expect(day({ lat: 39, lng: -9 }).kept.get(lines[1]!.campaign_id)?.has('place')).toBe(true);
  });

  it('counts the spots that were sold by auction together, as none of them is of a campaign', () => {
    const spot = (n: number) =>
      lineOf(n, {
        ...{ programmatic: true, max_per_day: 1 },
        starts_at: new Date(MONDAY + n * HOUR_MS).toISOString(),
        ends_at: new Date(MONDAY + (n + 1) * HOUR_MS).toISOString(),
      });
    const sold = {
      ...documents,
      flights: { kind: 'flights' as const, lines: [lineOf(1), spot(2), spot(3)] },
    };
    const span = { ...BARE, from: MONDAY, to: MONDAY + 24 * HOUR_MS, place: null };
    const { totals, kept } = [...simulateDay(sold, span)].at(-1)!;
    expect([...totals.keys()].sort()).toEqual([lineOf(1).campaign_id, LOOP, SPOTS].sort());
    expect(totals.get(SPOTS)?.plays).toBe(2);
    expect([...kept.keys()]).toEqual([]);
  });

  it('plays in the hours of an exception what that plays, and the standing playlist again after them', () => {
    const evening = { ...playlistOf([picture(0x50)]), playlist_id: 'evening' };
    const entry = {
      id: 'evenings',
      playlist_id: 'evening',
      dayparts: [{ days: [1], start: '18:00', end: '20:00' }],
    };
    const scheduled = {
      ...{ ...documents, flights: null, scheduled: [evening] },
      schedule: { kind: 'schedule' as const, entries: [entry] },
    };
    const whole = { ...BARE, from: MONDAY, to: MONDAY + 24 * HOUR_MS, place: null };
    const { totals } = [...simulateDay(scheduled, whole)].at(-1)!;
    expect([...totals.get(LOOP)!.names]).toEqual(['Picture 1', 'Picture 2', picture(0x50).name]);
    const hour = { ...BARE, from: MONDAY + 18 * HOUR_MS, to: MONDAY + 20 * HOUR_MS, place: null };
    expect([...[...simulateDay(scheduled, hour)].at(-1)!.totals.get(LOOP)!.names]).toEqual([
      picture(0x50).name,
    ]);
  });

  it('lets a campaign for riders play only while somebody is said to ride, in none else', () => {
    const riders = lineOf(3, { conditions: [{ on: 'ride', is: ['riding'] }] });
    const booked = { ...documents, flights: { kind: 'flights' as const, lines: [riders] } };
    const span = { from: MONDAY, to: MONDAY + 24 * HOUR_MS, place: null, track: null, weights: null };
    const of = (rides: RideSpan[]) => [...simulateDay(booked, { ...span, rides })].at(-1)!;
    const silent = of([]);
    expect(silent.totals.has(riders.campaign_id)).toBe(false);
    expect(silent.kept.get(riders.campaign_id)).toEqual(new Map([['ride_unknown', silent.decisions]]));
    const busy = of([
      { from: '00:00', to: '00:00', ride: 'empty' },
      { from: '09:00', to: '11:00', ride: 'riding' },
    ]);
    const hours = busy.hours.filter(({ shares }) => shares.has(riders.campaign_id)).map(({ at }) => at);
    expect(hours).toEqual([MONDAY + 9 * HOUR_MS, MONDAY + 10 * HOUR_MS]);
    expect([...busy.kept.get(riders.campaign_id)!.keys()]).toContain('ride');
  });

  it('drives a drawn track: plays in town while it passes there, and knows nothing of the place before and after', () => {
    const track = {
      points: [
        { lat: 38.72, lng: -9.32 },
        { lat: 38.72, lng: -9.0 },
      ],
      ...{ from: MONDAY + 8 * HOUR_MS, to: MONDAY + 10 * HOUR_MS },
    };
    const whole = { from: MONDAY, to: MONDAY + 24 * HOUR_MS, place: null, rides: [], track, weights: null };
    const driven = [...simulateDay(documents, whole)].at(-1)!;
    const town = lines[1]!.campaign_id;
    const hours = driven.hours.filter(({ shares }) => shares.has(town)).map(({ at }) => at);
    /** It is within a kilometre from 9:03 to 9:12. */
    expect(hours).toEqual([MONDAY + 9 * HOUR_MS]);
    expect([...driven.kept.get(town)!.keys()]).toEqual(expect.arrayContaining(['place', 'place_unknown']));
  });

  it('names each play of an hour with the numbers it was chosen by', () => {
    const share = lineOf(4, { class: 'guaranteed', sov_s_per_h: 600 });
    const booked = { ...documents, flights: { kind: 'flights' as const, lines: [share, lines[0]!] } };
    const hour = { ...BARE, from: MONDAY, to: MONDAY + HOUR_MS, place: null };
    const shows = [...simulateDay(booked, hour)].at(-1)!.hours[0]!.shows;
    const times = shows.map(({ at, item }) => [at, at + item.duration_ms]);
    for (const [n, [begins]] of times.entries()) if (n > 0) expect(begins).toBe(times[n - 1]![1]);
    const of = (id?: string) => shows.filter(({ item }) => item.line?.id === id).map(one => one.figures!);
    expect(of(share.id).length).toBeGreaterThan(50);
    for (const figures of of(share.id)) {
      expect(figures).toMatchObject({ of: 'owed_time', cost_ms: 10_000 });
      expect((figures as { owed_ms: number }).owed_ms).toBeGreaterThanOrEqual(10_000);
    }
    expect(new Set(of(lines[0]!.id).map(one => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ of: 'turn', weight: 50 })]),
    );
    expect(of().length).toBeGreaterThan(40);
    for (const figures of of()) expect(figures.of).toBe('turn');
  });

  it('shows what another mix would do: its advertising has the share that it says', () => {
    const weights = { ...DEFAULT_WEIGHTS, ads: 20, house: 40 };
    const ads = (mix: Weights) => {
      const whole = { ...BARE, from: MONDAY, to: MONDAY + 24 * HOUR_MS, place: null, weights: mix };
      const { totals } = [
        ...simulateDay({ ...documents, flights: { kind: 'flights', lines: [lines[0]!] } }, whole),
      ].at(-1)!;
      const all = [...totals.values()].reduce((sum, { ms }) => sum + ms, 0);
      return totals.get(lines[0]!.campaign_id)!.ms / all;
    };
    /** Of those that have anything to show: advertising and the house's own. */
    expect(ads(weights)).toBeCloseTo(20 / 60, 2);
    expect(ads(DEFAULT_WEIGHTS)).toBeCloseTo(50 / 60, 2);
  });

  it('crosses the antimeridian the short way', () => {
    const points = [
      { lat: 0, lng: 179 },
      { lat: 0, lng: -179 },
    ];
    expect(Math.abs(pointAt({ points, from: 0, to: 10 }, 5).lng)).toBe(180);
    expect(pointAt({ points, from: 0, to: 10 }, 10)).toEqual(points[1]);
  });
});
