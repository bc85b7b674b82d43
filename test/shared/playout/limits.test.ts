/** What binds a campaign as a whole, and what binds each play of it, whatever else is set. */
import { describe, expect, it } from 'vitest';
import { createSimulation, type Show } from '../../../shared/playout/simulate.ts';
import { idOf, picture } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY, playFor } from './lines.ts';

const loop = { playlist_id: idOf(0xffff), items: [picture(1), picture(2), picture(3)] };
const adsOf = (shows: readonly Show[]) => shows.filter(({ item }) => item.line);

describe('caps of a campaign', () => {
  const campaign_id = idOf(0x3999);
  it.each([
    ['at the same time', {}, {}],
    [
      'one after the other within an hour and a day',
      { ends_at: '2026-11-23T06:30:00.000Z' },
      { starts_at: '2026-11-23T06:30:00.000Z' },
    ],
  ])('hold for all its flights together, %s', (_how, first, second) => {
    const caps = { campaign_id, max_per_hour: 5, max_per_day: 70 };
    const lines = [lineOf(1, { ...caps, ...first }), lineOf(2, { ...caps, ...second })];
    const shows = adsOf(playFor({ loop, lines }, 24));
    for (let hour = MONDAY; hour < MONDAY + 24 * HOUR_MS; hour += HOUR_MS)
      expect(shows.filter(({ at }) => at >= hour && at < hour + HOUR_MS).length).toBeLessThanOrEqual(5);
    expect(shows).toHaveLength(70);
  });

  it('begin anew with each day, and are of the campaign alone', () => {
    const lines = [lineOf(1, { max_per_day: 3 }), lineOf(2, { max_per_day: 4 })];
    const shows = adsOf(playFor({ loop, lines }, 48));
    const of = (n: number) => shows.filter(({ item }) => item.line?.id === lineOf(n).id);
    expect([of(1).length, of(2).length]).toEqual([6, 8]);
  });

  it('count what a flight has played that is no line any more', () => {
    const caps = { campaign_id, max_per_day: 3 };
    const half = MONDAY + HOUR_MS / 2;
    const planAt = (at: number) => ({
      plan: { loop, lines: [at < half ? lineOf(1, caps) : lineOf(2, caps)] },
      standing: null,
    });
    const momentAt = (at: number) => ({ at, tz: 'UTC', weather: null, place: null });
    const { shows } = createSimulation(planAt, momentAt, MONDAY).until(MONDAY + HOUR_MS);
    expect(adsOf(shows).map(({ item }) => item.line?.id)).toEqual(Array(3).fill(lineOf(1).id));
  });
});
