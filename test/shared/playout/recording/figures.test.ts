import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentLine } from '../../../../shared/contract/playout/flights.ts';
import { DEFAULT_PACING } from '../../../../shared/contract/playout/playerValues.ts';
import { instant } from '../../../../shared/clock.ts';
import { decide, NOTHING_PLAYED, type Plan, type PlayoutState } from '../../../../shared/playout/decide.ts';
import { figuresOf, type Figures } from '../../../../shared/playout/recording/figures.ts';
import type { Moment } from '../../../../shared/playout/rights.ts';
import { createStepper } from '../../../../shared/playout/simulate.ts';
import { idOf, picture, playlistOf } from '../../../player/items.ts';
import { HOUR_MS, lineOf, MONDAY } from '../lines.ts';
import { roundsOf } from '../../../support/dailyShare.ts';

const moment: Moment = { at: MONDAY + HOUR_MS, tz: 'UTC', weather: null, place: null };
interface World {
  plan?: Partial<Plan>;
  state?: Partial<PlayoutState>;
  at?: Partial<Moment>;
}
/** Why a line is kept back, and the numbers of it. */
function kept(more: Partial<DocumentLine>, { plan = {}, state = {}, at = {} }: World = {}) {
  const all: Plan = { loop: null, lines: [lineOf(1, more)], ...plan };
  const [before, now] = [
    { ...NOTHING_PLAYED, ...state },
    { ...moment, ...at },
  ];
  const [refused] = decide(all, before, now, null).refused;
  return refused && [refused.reason, figuresOf(all, before, now, refused)];
}
const campaign = lineOf(1).campaign_id;
const HOUR = Math.floor(moment.at! / HOUR_MS);
const place = {
  fences: [{ shape: 'circle' as const, lat: 0, lng: 0, radius_m: 1_000 }],
  ...{ max_fix_age_s: 60, max_accuracy_m: 50, when_unknown: 'closed' as const },
};
const fix = { lat: 0, lng: 0, acc_m: 10, age_ms: 0 };
const pacing = { ...DEFAULT_PACING, same_creative_gap_items: 4, per_advertiser_gap_s: 60 };

describe('the numbers that a refusal rests on', () => {
  it('are plays of so many for a cap', () => {
    const plays = { hour: HOUR, in_hour: 3, day: '2026-11-23', in_day: 7 };
    const state = { campaigns: { [campaign]: plays } };
    expect(kept({ max_per_hour: 3 }, { state })).toEqual(['cap_hour', { of: 'plays', n: 3, most: 3 }]);
    expect(kept({ max_per_day: 5 }, { state })).toEqual(['cap_day', { of: 'plays', n: 7, most: 5 }]);
  });

  it('are metres from the fence, and how old and how wide the fix is', () => {
    const away = { place: { ...fix, lat: 1_420 / 111_195 } };
    const [reason, figures] = kept({ place }, { at: away }) as [string, { m: number }];
    expect([reason, Math.round(figures.m / 10)]).toEqual(['place', 42]);
    expect(kept({ place }, { at: { place: { ...fix, age_ms: 95_000 } } })).toEqual([
      'place_unknown',
      { of: 'fix', age_ms: 95_000, most_age_ms: 60_000, acc_m: 10, most_acc_m: 50 },
    ]);
    expect(kept({ place })).toEqual(['place_unknown', { of: 'no_fix' }]);
  });

  it('are what is owed, for a share of the hour and for a plan', () => {
    const accounts = { [lineOf(1).id]: { at: moment.at!, due: -12_000 } };
    expect(kept({ sov_s_per_h: 60 }, { state: { accounts } })).toEqual([
      'share_served',
      { of: 'owed_time', owed_ms: -12_000, cost_ms: lineOf(1).items[0]!.duration_ms },
    ]);
    const half = { [lineOf(1).id]: { at: moment.at! - HOUR_MS / 4, due: 0 } };
    expect(kept({ plays_per_h: 2 }, { state: { accounts: half } })).toEqual([
      'paced',
      { of: 'owed_plays', owed: 0.5 },
    ]);
  });

  it('are the time that is left of a gap, of a flight that begins or ends, and of a lease that is not due', () => {
    const separations = { [lineOf(1).separation]: moment.at! - 20_000 };
    expect(kept({}, { plan: { pacing }, state: { separations } })).toEqual([
      'separation',
      { of: 'wait', ms: 40_000 },
    ]);
    expect(kept({ starts_at: instant(moment.at! + 9_000) })).toEqual(['not_yet', { of: 'wait', ms: 9_000 }]);
    expect(kept({ ends_at: instant(moment.at! + 2_000) })).toMatchObject(['over', { of: 'left', ms: 2_000 }]);
    const lease = {
      ...{ id: idOf(0x5001), campaign_id: campaign, line_id: lineOf(1).id, max_plays: 2 },
      ...{ window_start: instant(moment.at!), window_end: instant(moment.at! + HOUR_MS) },
      play_deadline: instant(moment.at! + 2 * HOUR_MS),
    };
    const under = (n: number) =>
      kept({ leased: true }, { plan: { leases: [lease] }, state: { spent: { [lease.id]: n } } });
    expect(under(1)).toEqual(['paced', { of: 'wait', ms: HOUR_MS / 2 }]);
    expect(under(2)).toEqual(['lease_spent', { of: 'plays', n: 2, most: 2 }]);
    expect(kept({ leased: true }, { plan: { leases: [] } })).toEqual([
      'lease_missing',
      { of: 'plays', n: 0, most: 0 },
    ]);
  });

  it('bear out each reason, whatever was played before', () => {
    const holds = (figures: Figures): boolean => {
      if (figures.of === 'plays') return figures.n >= figures.most;
      if (figures.of === 'wait') return figures.ms > 0;
      if (figures.of === 'left') return figures.ms < figures.cost_ms;
      if (figures.of === 'owed_time') return figures.owed_ms < figures.cost_ms;
      if (figures.of === 'owed_plays') return figures.owed < 1;
      if (figures.of === 'ad_load') return figures.ad_ms + figures.cost_ms > figures.most_ms;
      return figures.of === 'items';
    };
    const numbers = fc.record({
      n: fc.integer({ min: 1, max: 6 }),
      cap: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      rate: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      share: fc.option(fc.integer({ min: 10, max: 600 }), { nil: undefined }),
      ad_load_max_pct: fc.integer({ min: 10, max: 90 }),
      seconds: fc.integer({ min: 3, max: 40 }),
    });
    let seen = 0;
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 6 }), all => {
        const lines = all.map(({ n, cap, rate, share, seconds }, i) =>
          lineOf(i, {
            separation: `advertiser ${n}`,
            items: [picture(0x100 + i, { duration_ms: seconds * 1_000 })],
            ...(cap !== undefined && { max_per_hour: cap }),
            ...(rate !== undefined && share === undefined && { plays_per_h: rate }),
            ...(share !== undefined && { class: 'guaranteed' as const, sov_s_per_h: share }),
          }),
        );
        const plan: Plan = {
          ...{ loop: playlistOf([picture(1)]), lines },
          pacing: { ...pacing, ad_load_max_pct: all[0]!.ad_load_max_pct },
        };
        const stepper = createStepper();
        for (let at = MONDAY; at < MONDAY + HOUR_MS;) {
          const { item, refused, explain, explainChosen } = stepper.next(
            { plan, standing: null },
            { ...moment, at },
          );
          for (const one of refused) {
            const figures = explain(one);
            expect(figures, one.reason).not.toBeNull();
            expect(holds(figures!), `${one.reason} ${JSON.stringify(figures)}`).toBe(true);
            seen++;
          }
          /** What was chosen by what is owed to it was owed a play. */
          const figures = explainChosen();
          if (figures?.of === 'owed_plays') expect(figures.owed).toBeGreaterThanOrEqual(1);
          else if (figures?.of === 'owed_time')
            expect(figures.owed_ms).toBeGreaterThanOrEqual(figures.cost_ms);
          else expect(figures).toMatchObject({ of: 'turn' });
          at += item?.duration_ms ?? 5_000;
        }
      }),
      { numRuns: roundsOf(10, 4) },
    );
    expect(seen).toBeGreaterThan(300);
  });
});
