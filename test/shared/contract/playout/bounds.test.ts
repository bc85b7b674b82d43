import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { codeValues } from '../../../../shared/contract/playout/codes.ts';
import { fence, positionLimits } from '../../../../shared/contract/playout/fence.ts';
import {
  ageGenderValues,
  pacingValues,
  weightValues,
} from '../../../../shared/contract/playout/playerValues.ts';
import { weatherRuleCreate } from '../../../../shared/contract/playout/rules/weatherRule.ts';
import { campaignDraft, flight } from '../../../../shared/contract/sales/campaign.ts';
import { instant } from '../../../../shared/clock.ts';

const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;
/** Each value beside its bounds: whether it is taken. */
const around = (schema: z.core.$ZodType, least: number, most: number) =>
  [least - 1, least, least + 1, most - 1, most, most + 1].map(value => takes(schema, value));
const BOUNDED = [false, true, true, true, true, false];

/** By hand from the contract §8, and never read from the schema. */
describe('OPEN-PCFG-01 the values of a player configuration', () => {
  const weather = (more: object) => ({ name: 'Rain', condition: 'rain', action: 'boost', ...more });
  it.each<[string, z.core.$ZodType, number, number]>([
    ['a share of the mix', weightValues.ads, 0, 100],
    ['loop_s', pacingValues.loop_s, 30, 3_600],
    ['ad_load_max_pct', pacingValues.ad_load_max_pct, 0, 100],
    ['per_advertiser_gap_s', pacingValues.per_advertiser_gap_s, 0, 3_600],
    ['same_creative_gap_items', pacingValues.same_creative_gap_items, 0, 50],
    ['size_pct', codeValues.size_pct, 8, 40],
    ['min_show_s', codeValues.min_show_s, 5, 60],
    ['k_min', ageGenderValues.k_min, 10, 50],
    ['retention_d', ageGenderValues.retention_d, 1, 30],
  ])('%s is taken up to its bounds and refused beyond', (_field, schema, least, most) => {
    expect(around(schema, least, most)).toEqual(BOUNDED);
  });

  it('catch_up_factor is taken from 1 to 3, min_item_s from 3, and the limit of a reading from 15 to 720 minutes', () => {
    expect([0.99, 1, 3, 3.01].map(n => takes(pacingValues.catch_up_factor, n))).toEqual([
      ...[false, true, true, false],
    ]);
    expect([2, 3, 4].map(n => takes(pacingValues.min_item_s, n))).toEqual([false, true, true]);
    const stale = (stale_limit_min: number) => takes(weatherRuleCreate, weather({ stale_limit_min }));
    expect([14, 15, 720, 721].map(stale)).toEqual([false, true, true, false]);
    const boost = (by: number) => takes(weatherRuleCreate, weather({ boost: by }));
    expect([0.09, 0.1, 10, 10.1].map(boost)).toEqual([false, true, true, false]);
  });
});

/** By hand from the contract §4. */
describe('OPEN-ENT-02 where and when a campaign plays', () => {
  const points = (n: number) => Array.from({ length: n }, (_, i) => ({ lat: i / 10, lng: i / 10 }));
  const polygon = (...rings: number[]) => ({ shape: 'polygon', rings: rings.map(points) });
  const corridor = (n: number) => ({ shape: 'corridor', path: points(n), width_m: 100 });
  it.each([499, 500, 501])('a fence of %i points is taken where it has at most 500', n => {
    for (const shape of [polygon(n), polygon(3, n - 3), polygon(n - 200, 200), corridor(n)])
      expect(takes(fence, shape)).toBe(n <= 500);
  });

  it('a fix is at most an hour old and 5 km inaccurate', () => {
    expect(around(positionLimits.max_fix_age_s, 5, 3_600)).toEqual(BOUNDED);
    expect(around(positionLimits.max_accuracy_m, 5, 5_000)).toEqual(BOUNDED);
  });

  it('all flights together lie within 730 days', () => {
    const day = (n: number, ms = 0) => instant(Date.UTC(2027, 0, 1) + n * 86_400_000 + ms);
    const of = (from: number, to: number, ms = 0) => ({ starts_at: day(from), ends_at: day(to, ms) });
    const taken = (...all: object[]) => takes(campaignDraft.flights, all);
    expect(taken(of(0, 1), of(729, 730))).toBe(true);
    expect(taken(of(0, 1), of(729, 730, 1))).toBe(false);
    expect(taken(of(729, 731), of(0, 1))).toBe(false);
    expect(takes(flight, of(1, 1))).toBe(false);
    expect(taken(...Array.from({ length: 20 }, (_, n) => of(n, n + 1)))).toBe(true);
    expect(taken(...Array.from({ length: 21 }, (_, n) => of(n, n + 1)))).toBe(false);
  });
});
