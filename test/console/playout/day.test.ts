import { describe, expect, it } from 'vitest';
import { LOOP, simulateDay } from '../../../console/playout/simulator/day.ts';
import type { Documents } from '../../../shared/playout/plans.ts';
import { picture, playlistOf } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY, playFor } from '../../shared/playout/lines.ts';

const inTown = {
  fences: [{ shape: 'circle' as const, lat: 38.72, lng: -9.14, radius_m: 1_000 }],
  ...{ max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' as const },
};
const lines = [lineOf(1), lineOf(2, { place: inTown })];
const playlist = playlistOf([picture(1), picture(2)]);
const documents: Documents = { playlist, config: null, flights: { kind: 'flights', lines } };
const day = (place: { lat: number; lng: number } | null) =>
  [...simulateDay(documents, { from: MONDAY, to: MONDAY + 24 * HOUR_MS, place })].at(-1)!;

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
    const whole = { from: MONDAY, to: MONDAY + 24 * HOUR_MS, place: null };
    const { totals } = [...simulateDay(scheduled, whole)].at(-1)!;
    expect([...totals.get(LOOP)!.names]).toEqual(['Picture 1', 'Picture 2', picture(0x50).name]);
    const hour = { from: MONDAY + 18 * HOUR_MS, to: MONDAY + 20 * HOUR_MS, place: null };
    expect([...[...simulateDay(scheduled, hour)].at(-1)!.totals.get(LOOP)!.names]).toEqual([
      picture(0x50).name,
    ]);
  });
});
