import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTENT_KINDS } from '../../../shared/contract/content/contentKinds.ts';
import type { DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import {
  DEFAULT_PACING,
  DEFAULT_WEIGHTS,
  MIX_SOURCES,
  type MixSource,
  type Pacing,
} from '../../../shared/contract/playout/playerValues.ts';
import { afterPlay } from '../../../shared/playout/afterPlay.ts';
import { decide, NOTHING_PLAYED, type PlayItem } from '../../../shared/playout/decide.ts';
import { idOf, picture } from '../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY, msOf, playFor } from './lines.ts';
import type { Show } from '../../../shared/playout/simulate.ts';
import { roundsOf } from '../../support/dailyShare.ts';

const loopOf = (items: DocumentItem[]) => ({ playlist_id: idOf(0xffff), items });
const house = [picture(1), picture(2), picture(3)];
const pacing: Pacing = {
  ...DEFAULT_PACING,
  ...{ loop_s: 600, ad_load_max_pct: 100, per_advertiser_gap_s: 0 },
  ...{ same_creative_gap_items: 0, catch_up_factor: 1 },
};
const ofLine = (n: number) => (item: { line?: { id: string } }) => item.line?.id === lineOf(n).id;
/** Plays of each hour in which there were any. */
function byHour(shows: readonly Show[]): number[] {
  const counts = new Map<number, number>();
  for (const { at } of shows)
    counts.set(Math.floor(at / HOUR_MS), (counts.get(Math.floor(at / HOUR_MS)) ?? 0) + 1);
  return [...counts.values()];
}
const momentOf = (at: number) => ({ at, tz: 'UTC', weather: null, place: null });

describe('what plays next', () => {
  it('is the loop in its order where no campaign is meant for the screen', () => {
    const shows = playFor({ loop: loopOf(house), lines: [] }, 0.02);
    expect(shows.map(({ item }) => item.name).slice(0, 4)).toEqual([
      'Picture 1',
      'Picture 2',
      'Picture 3',
      'Picture 1',
    ]);
  });

  it('keeps the order of the loop around the campaigns', () => {
    const shows = playFor({ loop: loopOf(house), lines: [lineOf(1)] }, 1);
    const own = shows.filter(({ item }) => !item.line).map(({ item }) => item.name);
    expect(own.every((name, i) => name === `Picture ${(i % 3) + 1}`)).toBe(true);
    expect(shows.some(({ item }) => item.line)).toBe(true);
  });

  it('OPEN-CONST-04 is divided by the default weights, which sum to 100, to within a point over 10,000 picks', () => {
    expect(DEFAULT_WEIGHTS).toEqual({
      ...{ ads: 50, programmatic: 10, house: 10, entertainment: 8, local_discovery: 5 },
      ...{ tourism: 5, deals: 5, news: 5, jobs: 2 },
    });
    expect(Object.values(DEFAULT_WEIGHTS).reduce((sum, one) => sum + one, 0)).toBe(100);
    const content = CONTENT_KINDS.map((content_kind, i) => picture(10 + i, { content_kind }));
    const lines = [lineOf(1), lineOf(2, { programmatic: true })];
    const plan = { loop: loopOf([...house, ...content]), lines, weights: DEFAULT_WEIGHTS };
    const shows = playFor(plan, (10_000 * 10) / 3_600);
    const total = msOf(shows, () => true);
    expect(shows.length).toBeGreaterThanOrEqual(10_000);
    const source = (wanted: MixSource) => (item: PlayItem) =>
      (item.line ? (item.line.programmatic ? 'programmatic' : 'ads') : (item.content_kind ?? 'house')) ===
      wanted;
    for (const one of MIX_SOURCES) {
      const share = (100 * msOf(shows, source(one))) / total;
      expect(Math.abs(share - DEFAULT_WEIGHTS[one]), one).toBeLessThan(1);
    }
  });

  it('OPEN-CONST-04 gives house campaigns and the house’s own items of the loop one weight together', () => {
    const own = lineOf(3, { class: 'house' });
    const lines = [lineOf(1), lineOf(2, { programmatic: true }), own];
    const content = CONTENT_KINDS.map((content_kind, i) => picture(10 + i, { content_kind }));
    const shareIn = (shows: readonly Show[]) => (of: (item: PlayItem) => boolean) =>
      (100 * msOf(shows, of)) / msOf(shows, () => true);
    const isOwnLine = ofLine(3);
    const isHouse = (item: PlayItem) => (item.line ? isOwnLine(item) : item.content_kind === undefined);

    const weighed = shareIn(
      playFor({ loop: loopOf([...house, ...content]), lines, weights: DEFAULT_WEIGHTS }, 12),
    );
    expect(Math.abs(weighed(isHouse) - DEFAULT_WEIGHTS.house)).toBeLessThan(1);
    expect(Math.abs(weighed(isOwnLine) - DEFAULT_WEIGHTS.house / 2)).toBeLessThan(1);
    expect(Math.abs(weighed(ofLine(1)) - DEFAULT_WEIGHTS.ads)).toBeLessThan(1);

    const plain = shareIn(playFor({ loop: loopOf(house), lines }, 12));
    expect(Math.abs(plain(ofLine(1)) - DEFAULT_WEIGHTS.ads)).toBeLessThan(1);
    expect(Math.abs(plain(ofLine(2)) - DEFAULT_WEIGHTS.programmatic)).toBeLessThan(1);

    const alone = shareIn(playFor({ loop: loopOf(content), lines, weights: DEFAULT_WEIGHTS }, 12));
    expect(Math.abs(alone(isOwnLine) - DEFAULT_WEIGHTS.house)).toBeLessThan(1);
  });

  it('names what keeps the creatives of a campaign back, where its line has the right', () => {
    const later = lineOf(1, { items: [picture(0x300, { valid_from: '2027-03-01T00:00:00.000Z' })] });
    const { refused } = decide({ loop: null, lines: [later] }, NOTHING_PLAYED, momentOf(MONDAY), null);
    expect(refused.map(({ reason }) => reason)).toEqual(['not_yet']);
  });

  it('offers of a campaign those of its creatives that may play now, and not the one whose licence is over', () => {
    const items = [picture(0x301, { valid_until: '2026-11-22' }), picture(0x302)];
    const { candidates } = decide(
      { loop: null, lines: [lineOf(1, { items })] },
      NOTHING_PLAYED,
      momentOf(MONDAY),
      null,
    );
    expect([...candidates].map(({ id }) => id)).toEqual([items[1]!.id]);
  });

  it('where nobody has set weights, sold and bought time have their default share and the loop its order', () => {
    const lines = [lineOf(1), lineOf(2, { programmatic: true })];
    const shows = playFor({ loop: loopOf(house), lines }, 4);
    const total = msOf(shows, () => true);
    const share = (of: (item: PlayItem) => boolean) => (100 * msOf(shows, of)) / total;
    expect(Math.abs(share(item => item.line?.programmatic === true) - 10)).toBeLessThan(2);
    expect(Math.abs(share(item => item.line !== undefined && !item.line.programmatic) - 50)).toBeLessThan(2);
  });

  it('is divided by time and not by plays, where items are unlike in length', () => {
    const long = house.map(item => ({ ...item, duration_ms: 30_000 }));
    const shows = playFor({ loop: loopOf(long), lines: [lineOf(1)] }, 12);
    const share = msOf(shows, ofLine(1)) / msOf(shows, () => true);
    /** Of the default weights 50 are for what is sold and 40 for the loop. */
    expect(Math.abs(100 * share - (100 * 50) / 90)).toBeLessThan(1);
  });

  it('what is bought plays in its own share: none of it where that is nothing, and all the sold time is the campaigns’', () => {
    const shared = { ...DEFAULT_WEIGHTS, ads: 60, programmatic: 0 };
    const lines = [lineOf(1), lineOf(2, { programmatic: true })];
    const shows = playFor({ loop: loopOf(house), lines, weights: shared }, 2);
    expect(shows.filter(({ item }) => item.line?.programmatic)).toEqual([]);
    expect(shows.some(({ item }) => item.line)).toBe(true);
  });

  it('gives a share of the hour to within one item over a day, for any shares that fit', () => {
    const share = fc.record({
      sov_s_per_h: fc.integer({ min: 60, max: 900 }),
      duration_ms: fc.constantFrom(5_000, 8_000, 15_000, 30_000),
    });
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 5 }), shares => {
        fc.pre(shares.reduce((sum, one) => sum + one.sov_s_per_h, 0) <= 3_540);
        const lines = shares.map(({ sov_s_per_h, duration_ms }, n) =>
          lineOf(n, {
            ...{ class: 'guaranteed', sov_s_per_h },
            items: [picture(0x100 + n, { duration_ms })],
          }),
        );
        const shows = playFor({ loop: loopOf(house), lines }, 24);
        for (const [n, { sov_s_per_h, duration_ms }] of shares.entries()) {
          const wanted = sov_s_per_h * 24_000;
          const off = Math.abs(msOf(shows, ofLine(n)) - wanted);
          expect(off, `${sov_s_per_h} s`).toBeLessThanOrEqual(Math.max(duration_ms, 0.01 * wanted));
        }
      }),
      { numRuns: roundsOf(8, 4) },
    );
  });

  it('OPEN-PLAYER-02 never breaks a cap, a gap between plays of an advertiser, or hours', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 300 }),
        (max_per_hour, max_per_day, per_advertiser_gap_s) => {
          const dayparts = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '06:00', end: '10:00' }];
          const lines = [
            lineOf(1, { max_per_hour, max_per_day, separation: 'one' }),
            lineOf(2, { separation: 'one' }),
            lineOf(3, { dayparts }),
          ];
          const plan = { loop: loopOf(house), lines, pacing: { ...pacing, per_advertiser_gap_s } };
          const shows = playFor(plan, 24);
          const of = (n: number) => shows.filter(({ item }) => ofLine(n)(item));
          const perHour = byHour(of(1));
          for (const plays of perHour) expect(plays).toBeLessThanOrEqual(max_per_hour);
          expect(of(1).length).toBeLessThanOrEqual(max_per_day);
          const one = shows.filter(({ item }) => ofLine(1)(item) || ofLine(2)(item));
          const gaps = one.slice(1).map((show, i) => show.at - one[i]!.at - one[i]!.item.duration_ms);
          for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(per_advertiser_gap_s * 1_000);
          const hourOf = ({ at }: Show) => new Date(at).getUTCHours();
          expect(of(3).length).toBeGreaterThan(0);
          for (const show of of(3)) expect([6, 7, 8, 9]).toContain(hourOf(show));
        },
      ),
      { numRuns: roundsOf(8, 4) },
    );
  });

  it('lets no line starve while it has a right', () => {
    const lines = Array.from({ length: 12 }, (_, n) => lineOf(n));
    const shows = playFor({ loop: loopOf(house), lines }, 1);
    for (const n of lines.keys())
      expect(shows.filter(({ item }) => ofLine(n)(item)).length).toBeGreaterThan(8);
  });

  it('keeps a pace: so many plays an hour, evenly, and no more than an hour is made up for', () => {
    const plays_per_h = 6;
    const lines = [lineOf(1, { plays_per_h })];
    const day = playFor({ loop: loopOf(house), lines }, 24).filter(({ item }) => item.line);
    expect(Math.abs(day.length - plays_per_h * 24)).toBeLessThanOrEqual(2);
    const perHour = byHour(day);
    for (const plays of perHour) expect(plays).toBeLessThanOrEqual(plays_per_h + 1);
  });

  it('saves up for a play where the share of an hour is shorter than a play', () => {
    const spot = picture(0x100, { duration_ms: 15_000 });
    const line = lineOf(1, { class: 'guaranteed', sov_s_per_h: 5, items: [spot] });
    const shows = playFor({ loop: loopOf(house), lines: [line] }, 24).filter(({ item }) => item.line);
    expect(shows.length).toBeGreaterThanOrEqual(7);
    expect(shows.length).toBeLessThanOrEqual(8);
  });

  it('keeps advertising below the share that the tenant allows', () => {
    const plan = { loop: loopOf(house), lines: [lineOf(1)], pacing: { ...pacing, ad_load_max_pct: 20 } };
    const shows = playFor(plan, 6);
    const share = msOf(shows, item => item.line !== undefined) / msOf(shows, () => true);
    expect(share).toBeLessThanOrEqual(0.2);
    expect(share).toBeGreaterThan(0.15);
  });

  it('shows a creative again only after as many others', () => {
    const plan = {
      loop: loopOf(house),
      lines: [lineOf(1)],
      pacing: { ...pacing, same_creative_gap_items: 4 },
    };
    const shows = playFor(plan, 1);
    const at = shows.flatMap(({ item }, i) => (item.line ? [i] : []));
    expect(at.length).toBeGreaterThan(10);
    for (const [i, index] of at.slice(1).entries()) expect(index - at[i]!).toBeGreaterThan(4);
  });

  it('divides a line among its creatives by their weights', () => {
    const items = [picture(0x201, { weight: 30 }), picture(0x202, { weight: 10 })];
    const shows = playFor({ loop: null, lines: [lineOf(1, { items })] }, 4);
    const [three, one] = items.map(({ id }) => shows.filter(({ item }) => item.id === id).length);
    expect(three! / one!).toBeCloseTo(3, 1);
  });

  it('is the loop while the clock is not known, and campaigns say why they wait', () => {
    const plan = { loop: loopOf(house), lines: [lineOf(1)] };
    const { candidates, refused } = decide(plan, NOTHING_PLAYED, { ...momentOf(0), at: null }, null);
    expect([...candidates].map(({ name }) => name)).toEqual(house.map(({ name }) => name));
    expect(refused.map(({ reason }) => reason)).toEqual(['clock_unknown']);
  });

  it.each([
    ['not_yet', { starts_at: '2026-11-24T00:00:00.000Z' }],
    ['over', { ends_at: '2026-11-23T00:00:05.000Z' }],
    ['daypart', { dayparts: [{ days: [2], start: '00:00', end: '24:00' }] }],
    ['weather_unknown', { conditions: [{ on: 'wind' as const, min: 30 }] }],
    [
      'place_unknown',
      {
        place: {
          fences: [{ shape: 'circle' as const, lat: 38.7, lng: -9.1, radius_m: 500 }],
          ...{ max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' as const },
        },
      },
    ],
  ])('says %s', (reason, more) => {
    const plan = { loop: loopOf(house), lines: [lineOf(1, more)] };
    expect(decide(plan, NOTHING_PLAYED, momentOf(MONDAY), null).refused.map(one => one.reason)).toEqual([
      reason,
    ]);
  });

  it('OPEN-PLAYER-02 goes the same way from the same arguments', () => {
    const plan = { loop: loopOf(house), lines: [lineOf(1), lineOf(2, { plays_per_h: 9 })] };
    const names = () => playFor(plan, 2).map(({ item }) => item.id);
    expect(names()).toEqual(names());
  });

  it('keeps no more of what was played after a month of ever new campaigns than after two days', () => {
    let state = NOTHING_PLAYED;
    const sizes: number[] = [];
    for (let day = 0; day < 30; day++) {
      const lines = [1, 2, 3].map(n => lineOf(day * 10 + n, { plays_per_h: 2 }));
      const plan = { loop: loopOf(house), lines };
      for (let minute = 0; minute < 1_440; minute += 10) {
        const moment = momentOf(MONDAY + day * 24 * HOUR_MS + minute * 60_000);
        const [item] = decide(plan, state, moment, null).candidates;
        if (item) state = afterPlay(plan, state, { item, moment });
      }
      sizes.push(JSON.stringify(state).length);
    }
    expect(sizes.at(-1)).toBeLessThanOrEqual(1.2 * sizes[1]!);
  });
});
