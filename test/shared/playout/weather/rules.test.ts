import { describe, expect, it } from 'vitest';
import type { WeatherFactor } from '../../../../shared/contract/playout/playerValues.ts';
import type { DocumentItem } from '../../../../shared/contract/playout/manifest.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/contract/playout/mix.ts';
import type { WeatherReading } from '../../../../shared/contract/playout/schedule.ts';
import type { RecordedDecision } from '../../../../shared/contract/proof/recording.ts';
import { decide, NOTHING_PLAYED, type Plan } from '../../../../shared/playout/decide.ts';
import { remake, simulateFrom } from '../../../../shared/playout/recording/remake.ts';
import { inWeather } from '../../../../shared/playout/weather.ts';
import { idOf, picture } from '../../../player/items.ts';
import { lineOf, MONDAY, msOf, playFor } from '../lines.ts';

const reading = (sky: WeatherReading['sky'], more: Partial<WeatherReading> = {}): WeatherReading => ({
  ...{ sky, temperature_c: 12, wind_kmh: 20, at: new Date(MONDAY).toISOString(), stale_min: 720 },
  ...more,
});
const momentIn = (weather: WeatherReading | null, at = MONDAY) => ({ at, tz: 'UTC', weather, place: null });
const IN_RAIN: WeatherFactor = {
  condition: { on: 'sky', is: ['rain'] },
  ...{ factor: 2, stale_min: 120, sources: [], campaign_ids: [] },
};
const umbrella = lineOf(1);
const coffee = lineOf(2);
const planWith = (weather_rules: WeatherFactor[], more: Partial<Plan> = {}): Plan => ({
  ...{ loop: null, lines: [umbrella, coffee], weather_rules },
  ...more,
});
const refusedIn = (plan: Plan, weather: WeatherReading | null, at = MONDAY) =>
  decide(plan, NOTHING_PLAYED, momentIn(weather, at), null).refused.map(({ line, reason }) => [
    line.id,
    reason,
  ]);
/** How much more often the first line plays than the second in half a day. */
const ratioIn = (plan: Plan, weather: WeatherReading | null) => {
  const shows = playFor(plan, 12, () => ({ weather: weather && { ...weather, stale_min: 720 } }));
  return (
    msOf(shows, ({ line }) => line?.id === umbrella.id) / msOf(shows, ({ line }) => line?.id === coffee.id)
  );
};

describe('a rule of the weather', () => {
  const boosted = { ...IN_RAIN, factor: 3, stale_min: 720, campaign_ids: [umbrella.campaign_id] };

  it('PCFG-04 multiplies the weight of a campaign while its weather holds', () => {
    expect(ratioIn(planWith([boosted]), reading('rain'))).toBeCloseTo(3, 1);
    expect(ratioIn(planWith([boosted]), reading('clear'))).toBeCloseTo(1, 1);
    expect(ratioIn(planWith([{ ...boosted, factor: 0.5 }]), reading('rain'))).toBeCloseTo(0.5, 1);
  });

  it('multiplies what a campaign owes an hour, so that it plays as much more as the rule says', () => {
    const lines = [lineOf(1, { plays_per_h: 6 }), lineOf(2, { plays_per_h: 6 })];
    const loop = { playlist_id: idOf(1), items: [picture(9)] };
    expect(ratioIn(planWith([boosted], { lines, loop }), reading('rain'))).toBeCloseTo(3, 1);
    expect(ratioIn(planWith([boosted], { lines, loop }), reading('snow'))).toBeCloseTo(1, 1);
  });

  it('gives what is guaranteed as much as was sold, no more and no less, and can hold it back', () => {
    const share = { class: 'guaranteed' as const, sov_s_per_h: 1_500 };
    const lines = [lineOf(1, share), lineOf(2, share)];
    const loop = { playlist_id: idOf(1), items: [picture(9)] };
    const plan = (factor: number) => planWith([{ ...boosted, factor }], { lines, loop });
    expect(ratioIn(plan(10), reading('rain'))).toBeCloseTo(1, 1);
    expect(ratioIn(plan(0.1), reading('rain'))).toBeCloseTo(1, 1);
    expect(refusedIn(plan(0), reading('rain'))).toContainEqual([umbrella.id, 'weather_rule']);
  });

  it('multiplies the weight of a source', () => {
    const item = (n: number, content_kind: 'news' | 'tourism'): DocumentItem => ({
      ...picture(n),
      content_kind,
    });
    const loop = { playlist_id: idOf(1), items: [item(1, 'news'), item(2, 'tourism')] };
    const plan = planWith([{ ...IN_RAIN, stale_min: 720, sources: ['news'] }], {
      ...{ loop, lines: [], weights: DEFAULT_WEIGHTS },
    });
    const shareIn = (weather: WeatherReading) => {
      const shows = playFor(plan, 10, () => ({ weather }));
      return msOf(shows, ({ content_kind }) => content_kind === 'news') / msOf(shows, () => true);
    };
    expect(shareIn(reading('rain'))).toBeCloseTo(2 / 3, 2);
    expect(shareIn(reading('cloud'))).toBeCloseTo(1 / 2, 2);
  });

  it('keeps back what it excludes, and says so', () => {
    const plan = planWith([{ ...IN_RAIN, factor: 0, campaign_ids: [coffee.campaign_id] }]);
    expect(refusedIn(plan, reading('rain'))).toEqual([[coffee.id, 'weather_rule']]);
    expect(refusedIn(plan, reading('clear'))).toEqual([]);
  });

  it('keeps back what plays only in its weather while that is another', () => {
    const plan = planWith([{ ...IN_RAIN, factor: 0, unless: true, campaign_ids: [umbrella.campaign_id] }]);
    expect(refusedIn(plan, reading('rain'))).toEqual([]);
    expect(refusedIn(plan, reading('clear'))).toEqual([[umbrella.id, 'weather_rule']]);
  });

  it('keeps back all that is sold by a source, but for the campaign that a rule before it lets play', () => {
    const none = { ...IN_RAIN, factor: 0, sources: ['ads'] };
    const plan = planWith([{ ...IN_RAIN, campaign_ids: [umbrella.campaign_id] }, none]);
    expect(refusedIn(plan, reading('rain'))).toEqual([[coffee.id, 'weather_rule']]);
    expect(refusedIn(planWith([none, plan.weather_rules![0]!]), reading('rain'))).toHaveLength(2);
  });

  it('plays what it excludes of the loop where nothing else is left, so that no screen is dark', () => {
    const loop = { playlist_id: idOf(1), items: [picture(9)] };
    const plan = planWith([{ ...IN_RAIN, factor: 0, sources: ['house'] }], {
      ...{ loop, lines: [], weights: DEFAULT_WEIGHTS },
    });
    const [item] = decide(plan, NOTHING_PLAYED, momentIn(reading('rain')), null).candidates;
    expect(item?.id).toBe(loop.items[0]!.id);
  });

  it.each([
    ['in weather that is not known', null, 0],
    ['older than its own limit', reading('rain'), 121],
  ])('says nothing %s', (_name, weather, minutes) => {
    const plan = planWith([{ ...IN_RAIN, factor: 0, campaign_ids: [coffee.campaign_id] }]);
    expect(refusedIn(plan, weather, MONDAY + minutes * 60_000)).toEqual([]);
    expect(inWeather(plan, momentIn(weather, MONDAY + minutes * 60_000))).toBe(plan);
  });

  it.each([
    [{ on: 'temperature', min: 25, max: null }, { temperature_c: 25 }, { temperature_c: 24.9 }],
    [{ on: 'temperature', min: null, max: 0 }, { temperature_c: 0 }, { temperature_c: 0.1 }],
    [{ on: 'wind', min: 50 }, { wind_kmh: 50 }, { wind_kmh: 49 }],
  ] as const)('holds from its threshold on: %o', (condition, within, beyond) => {
    const plan = planWith([{ ...IN_RAIN, condition, factor: 0, campaign_ids: [coffee.campaign_id] }]);
    expect(refusedIn(plan, reading('clear', within))).toHaveLength(1);
    expect(refusedIn(plan, reading('clear', beyond))).toHaveLength(0);
  });

  it('stands in the settings of the screen, so that a decision is made again from them, and shown by the simulator', () => {
    const weather_rules = [{ ...IN_RAIN, factor: 0, campaign_ids: [coffee.campaign_id] }];
    const documents: Record<string, object> = {
      config: { kind: 'config', tz: 'UTC', weather_rules },
      flights: { kind: 'flights', lines: [umbrella, coffee] },
    };
    const record: RecordedDecision = {
      ...{ n: 0, at: MONDAY, weather: { ...reading('rain') }, place: null },
      documents: { playlist: null, config: 'config', flights: 'flights', schedule: null, scheduled: [] },
      ...{ state: null, position: null, loop: null, leases: [], passed: [], missing: [], failed: [] },
      ...{ chosen: null, reasons: [] },
    };
    const textOf = (sha256: string) => JSON.stringify(documents[sha256]);
    expect(remake(record, textOf)).toEqual({
      chosen: { item_id: umbrella.items[0]!.id, line_id: umbrella.id, lease_id: null },
      reasons: [
        { line_id: umbrella.id, reason: 'chosen' },
        { line_id: coffee.id, reason: 'weather_rule' },
      ],
    });
    expect(simulateFrom(record, textOf)?.refused).toEqual([{ line_id: coffee.id, reason: 'weather_rule' }]);
  });
});
