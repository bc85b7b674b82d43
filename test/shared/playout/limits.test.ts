/** What binds a campaign as a whole, and what binds each play of it, whatever else is set. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PACING, type Pacing } from '../../../shared/contract/playout/playerValues.ts';
import { afterPlay } from '../../../shared/playout/afterPlay.ts';
import { decide, NOTHING_PLAYED, type Plan } from '../../../shared/playout/decide.ts';
import { createSimulation, type Show } from '../../../shared/playout/simulate.ts';
import { idOf, picture } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY, msOf, playFor } from './lines.ts';
import { roundsOf } from '../../support/dailyShare.ts';

const loop = { playlist_id: idOf(0xffff), items: [picture(1), picture(2), picture(3)] };
const pacing: Pacing = {
  ...DEFAULT_PACING,
  ...{ loop_s: 600, ad_load_max_pct: 100, per_advertiser_gap_s: 0 },
  ...{ same_creative_gap_items: 0, catch_up_factor: 1, min_item_s: 3 },
};
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

  it('hold where the clock is set back over the full hour, or over midnight', () => {
    const plan = { loop, lines: [lineOf(1, { max_per_hour: 1, max_per_day: 3 })] };
    /** Why the line may not play at each of these times; null: it plays. */
    const reasonsAt = (times: readonly string[]) => {
      let state = NOTHING_PLAYED;
      return times.map(time => {
        const moment = { at: Date.parse(`2026-11-${time}Z`), tz: 'UTC', weather: null, place: null };
        const { candidates, refused } = decide(plan, state, moment, null);
        const [item] = candidates;
        state = afterPlay(plan, state, { item: item!, moment });
        return item!.line ? null : refused[0]?.reason;
      });
    };
    const back = ['24T10:00:01', '24T09:59:58', '24T10:00:12', '24T09:59:59', '24T10:00:30'];
    expect(reasonsAt(back)).toEqual([null, 'cap_hour', 'cap_hour', 'cap_hour', 'cap_hour']);
    const night = ['25T00:00:01', '24T23:59:58', '25T00:00:10', '25T01:00:00', '25T02:00:00', '25T03:00:00'];
    expect(reasonsAt(night)).toEqual([null, 'cap_hour', 'cap_hour', null, null, 'cap_day']);
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

describe('caps of a ride', () => {
  const QUARTER_MS = HOUR_MS / 4;
  const lines = [lineOf(1, { max_per_ride: 2 })];
  const adsWith = (rideAt: (at: number) => string | undefined) => {
    const planAt = () => ({ plan: { loop, lines }, standing: null });
    const momentAt = (at: number) => ({ at, tz: 'UTC', weather: null, place: null, ride_id: rideAt(at) });
    return adsOf(createSimulation(planAt, momentAt, MONDAY).until(MONDAY + HOUR_MS).shows);
  };

  it('hold within each ride and begin anew with the next', () => {
    const shows = adsWith(at => `ride ${Math.floor((at - MONDAY) / QUARTER_MS)}`);
    const rides = shows.map(({ at }) => Math.floor((at - MONDAY) / QUARTER_MS));
    expect(rides).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('hold nothing back where no ride is known', () => {
    expect(adsWith(() => undefined).length).toBeGreaterThan(8);
  });
});

describe('the gap between plays of one category', () => {
  it('lets each campaign of one advertiser have its turn, too, while others play in between', () => {
    const lines = [1, 2, 3].map(n => lineOf(n, { separation: 'a' }));
    const plan = { loop, lines: [...lines, lineOf(4)], pacing: { ...pacing, per_advertiser_gap_s: 300 } };
    const shows = adsOf(playFor(plan, 1));
    const counts = lines.map(({ id }) => shows.filter(({ item }) => item.line?.id === id).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('leaves each guaranteed share of it as much as the others', () => {
    const share = { class: 'guaranteed' as const, sov_s_per_h: 400, categories: ['IAB1'] };
    const lines = [1, 2, 3].map(n => lineOf(n, share));
    const plan = { loop, lines, pacing: { ...pacing, per_category_gap_s: 60 } };
    const shows = playFor(plan, 24);
    const seconds = lines.map(({ id }) => msOf(shows, ({ line }) => line?.id === id));
    expect(Math.min(...seconds)).toBeGreaterThan(0.95 * Math.max(...seconds));
  });

  it('is kept by all of it, and each still gets its turn', () => {
    const gaps = fc.integer({ min: 30, max: 900 });
    fc.assert(
      fc.property(gaps, per_category_gap_s => {
        const lines = [
          lineOf(1, { separation: 'a', categories: ['IAB1', 'IAB2'] }),
          lineOf(2, { separation: 'b', categories: ['IAB2'] }),
          lineOf(3, { separation: 'a', categories: ['IAB2'] }),
          lineOf(4, { separation: 'c', categories: ['IAB3'] }),
        ];
        const shows = adsOf(playFor({ loop, lines, pacing: { ...pacing, per_category_gap_s } }, 2));
        const line = (show: Show) => lines.find(({ id }) => id === show.item.line?.id)!;
        const isOfOne = (one: Show, other: Show) =>
          line(one).categories!.some(category => line(other).categories!.includes(category));
        const tooSoon = shows.filter((show, n) => {
          const before = shows.slice(0, n).findLast(one => isOfOne(one, show));
          return before && show.at < before.at + before.item.duration_ms + per_category_gap_s * 1_000;
        });
        expect(tooSoon).toEqual([]);
        for (const each of lines) expect(shows.some(show => line(show) === each)).toBe(true);
      }),
      { numRuns: roundsOf(10, 4) },
    );
  });
});

describe('the least length of an item', () => {
  const least = fc.integer({ min: 3, max: 60 });
  const lengths = fc.array(fc.integer({ min: 3, max: 40 }), { minLength: 1, maxLength: 3 });
  const itemsOf = (seconds: readonly number[]) =>
    seconds.map((s, n) => picture(0x300 + n, { duration_ms: s * 1_000 }));

  it('lets no item play past the end of its flight', () => {
    const ends_at = '2026-11-23T00:20:07.000Z';
    fc.assert(
      fc.property(least, lengths, (min_item_s, seconds) => {
        const plan = {
          loop,
          lines: [lineOf(1, { ends_at, items: itemsOf(seconds) })],
          pacing: { ...pacing, min_item_s },
        };
        const shows = adsOf(playFor(plan, 0.5));
        expect(shows.length).toBeGreaterThan(0);
        for (const { at, item } of shows) {
          expect(item.duration_ms).toBeGreaterThanOrEqual(min_item_s * 1_000);
          expect(at + item.duration_ms).toBeLessThanOrEqual(Date.parse(ends_at));
        }
      }),
      { numRuns: roundsOf(15, 4), examples: [[30, [8]]] },
    );
  });

  it('counts in the ad load', () => {
    const load = fc.integer({ min: 10, max: 60 });
    fc.assert(
      fc.property(least, lengths, load, (min_item_s, seconds, ad_load_max_pct) => {
        const plan = {
          loop,
          lines: [lineOf(1, { items: itemsOf(seconds) })],
          pacing: { ...pacing, min_item_s, ad_load_max_pct },
        };
        const shows = adsOf(playFor(plan, 1));
        const [window, most] = [600_000, ad_load_max_pct * 6_000];
        for (let from = MONDAY; from < MONDAY + HOUR_MS; from += window) {
          const within = shows.filter(({ at }) => at >= from && at < from + window);
          expect(msOf(within, () => true)).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: roundsOf(15, 4), examples: [[60, [3], 11]] },
    );
  });

  it('takes nothing from a share of the hour that is shorter than an item', () => {
    const line = lineOf(1, { class: 'guaranteed', sov_s_per_h: 10, items: itemsOf([5]) });
    const shows = adsOf(playFor({ loop, lines: [line], pacing: { ...pacing, min_item_s: 20 } }, 12));
    expect(shows.length).toBeGreaterThanOrEqual(5);
    expect(shows.length).toBeLessThanOrEqual(6);
  });

  it('counts the house neither as advertising nor towards its load', () => {
    const lines = [lineOf(1, { class: 'house' }), lineOf(2)];
    const shows = playFor({ loop: null, lines, pacing: { ...pacing, ad_load_max_pct: 10 } }, 1);
    const msOfLine = (n: number) => msOf(shows, ({ line }) => line?.id === lineOf(n).id);
    expect(msOfLine(2)).toBe(0.1 * HOUR_MS);
    expect(msOfLine(1)).toBeGreaterThan(0.8 * HOUR_MS);
  });
});

describe('the gap between plays of an advertiser', () => {
  const per_advertiser_gap_s = 600;
  const plan = {
    loop,
    lines: [lineOf(1, { separation: 'one' })],
    pacing: { ...pacing, per_advertiser_gap_s },
  };
  /** The clock was ahead when the advertiser played last. */
  const showsAfter = (ahead_ms: number, own = plan as Plan) =>
    createSimulation(own, at => ({ at, tz: 'UTC', weather: null, place: null }), MONDAY, {
      state: { ...NOTHING_PLAYED, separations: { one: MONDAY + ahead_ms } },
      position: null,
      lastLoop: null,
    }).until(MONDAY + 3 * HOUR_MS).shows;

  it.each([
    ['half an hour', HOUR_MS / 2],
    ['a year', 365 * 24 * HOUR_MS],
  ])('is over in its time once a clock that was ahead by %s is right again', (_how, ahead_ms) => {
    const first = adsOf(showsAfter(ahead_ms))[0];
    expect(first!.at - MONDAY).toBeLessThanOrEqual(per_advertiser_gap_s * 1_000 + 20_000);
  });

  it('is over at last on a screen that has nothing else to show', () => {
    const first = showsAfter(HOUR_MS / 2, { ...plan, loop: null })[0];
    expect(first!.at - MONDAY).toBeLessThanOrEqual(HOUR_MS / 2 + per_advertiser_gap_s * 1_000 + 60_000);
    expect(showsAfter(365 * 24 * HOUR_MS, { ...plan, loop: null })[0]?.at).toBe(MONDAY);
  });
});
