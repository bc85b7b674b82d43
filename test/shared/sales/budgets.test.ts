/** What a budget has spent, what is out with screens, where it leads to, and what it still buys. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOfPlays } from '../../../shared/money.ts';
import {
  alertsAt,
  forecastOf,
  playsWithin,
  usedBy,
  windowOf,
  type CampaignPlays,
} from '../../../shared/sales/budgets.ts';

const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
const campaign = (
  campaign_id: string,
  delivered: number,
  outstanding: number,
  bid_micros: number | null,
) => ({
  ...{ campaign_id, delivered, outstanding, bid_micros },
});
const someCampaign = (campaign_id: string) =>
  fc.record({
    campaign_id: fc.constant(campaign_id),
    bid_micros: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
    delivered: fc.integer({ min: 0, max: 100_000 }),
    outstanding: fc.integer({ min: 0, max: 5_000 }),
  });

describe('what is used', () => {
  it.each([
    // 1,500 plays at 2.00 a thousand are 3.00, 250 more are 0.50.
    ['EUR', { spent_minor: 300, reserved_minor: 50 }],
    ['JPY', { spent_minor: 3, reserved_minor: 1 }],
    ['KWD', { spent_minor: 3_000, reserved_minor: 500 }],
  ])('is counted in the minor units of %s', (currency, used) =>
    expect(usedBy([campaign('a', 1_500, 250, 2_000_000)], currency)).toEqual(used),
  );

  it('is what is spent once all that is out is played, to the last minor unit', () => {
    fc.assert(
      fc.property(someCampaign('a'), someCampaign('b'), fc.constantFrom(...CURRENCIES), (a, b, currency) => {
        const { spent_minor, reserved_minor } = usedBy([a, b], currency);
        const played = [a, b].map(one => ({
          ...one,
          delivered: one.delivered + one.outstanding,
          outstanding: 0,
        }));
        expect(usedBy(played, currency)).toEqual({
          spent_minor: spent_minor + reserved_minor,
          reserved_minor: 0,
        });
        expect(reserved_minor).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the plays that a budget still buys', () => {
  const own = { campaign_id: 'a', bid_micros: 2_000_000, currency: 'EUR' };
  it.each<[string, CampaignPlays[], number | null]>([
    // 10.00 at 2.00 a thousand.
    ['all of it where nothing was played', [], 5_000],
    ['less those that were delivered', [campaign('a', 1_200, 0, 2_000_000)], 3_800],
    [
      'not less those that are out of its own, which a grant counts itself',
      [campaign('a', 0, 900, 2_000_000)],
      5_000,
    ],
    ['less what others spent and hold', [campaign('b', 1_000, 500, 4_000_000)], 2_000],
    ['none where others have more than all of it', [campaign('b', 9_000, 0, 4_000_000)], 0],
    ['none where it has played more than all of it', [campaign('a', 6_000, 0, 2_000_000)], 0],
  ])('%s', (_, plays, left) => expect(playsWithin(1_000, plays, own)).toBe(left));

  it('is not counted where a play costs nothing', () =>
    expect(playsWithin(1_000, [], { ...own, bid_micros: null })).toBeNull());

  it('never leads beyond its amount', () => {
    fc.assert(
      fc.property(
        ...[someCampaign('a'), someCampaign('b'), fc.integer({ min: 1, max: 1e9 })],
        ...[fc.integer({ min: 1, max: 2e9 }), fc.constantFrom(...CURRENCIES)],
        (a, b, amount, bid_micros, currency) => {
          const before = { ...a, bid_micros };
          const left = playsWithin(amount, [before, b], { campaign_id: 'a', bid_micros, currency })!;
          const others = usedBy([b], currency);
          const own_minor = costOfPlays(a.delivered + left, bid_micros, currency);
          const room = amount - others.spent_minor - others.reserved_minor;
          if (left > 0) expect(own_minor).toBeLessThanOrEqual(room);
          expect(costOfPlays(a.delivered + left + 1, bid_micros, currency)).toBeGreaterThanOrEqual(
            Math.max(0, room),
          );
        },
      ),
    );
  });
});

describe('where it leads to', () => {
  const window = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-11T00:00:00.000Z' };
  const at = (iso: string) => forecastOf(300, window, Date.parse(iso));
  it.each([
    ['before it has begun', '2026-02-28T23:59:59.999Z', null],
    ['at its first moment', '2026-03-01T00:00:00.000Z', null],
    ['after a third of it', '2026-03-04T08:00:00.000Z', 900],
    ['after half of it', '2026-03-06T00:00:00.000Z', 600],
    ['at its end', '2026-03-11T00:00:00.000Z', 300],
    ['after it', '2026-04-01T00:00:00.000Z', 300],
  ])('%s', (_, iso, forecast) => expect(at(iso)).toBe(forecast));
});

describe('its alerts', () => {
  it.each([
    [0, []],
    [49, []],
    [50, [50]],
    [79, [50]],
    [80, [50, 80]],
    [99, [50, 80]],
    [100, [50, 80, 100]],
    [140, [50, 80, 100]],
  ])('at %d of 100: %j', (spent, shares) => expect(alertsAt(spent, 100)).toEqual(shares));

  it('come when the share is reached and not a minor unit earlier, also of an odd amount', () => {
    expect(alertsAt(166, 333)).toEqual([]);
    expect(alertsAt(167, 333)).toEqual([50]);
  });
});

describe('its time', () => {
  const flight = { from: '2026-03-10T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' };
  /** In Shanghai April has begun. */
  const now = Date.parse('2026-03-31T17:00:00.000Z');
  const month = { from: '2026-03-31T16:00:00.000Z', to: '2026-04-30T16:00:00.000Z' };
  it('is the running month by the clocks of the zone', () =>
    expect(windowOf('month', { now, tz: 'Asia/Shanghai', flight })).toEqual(month));
  it('is the flight of its campaign', () =>
    expect(windowOf('flight', { now, tz: 'Asia/Shanghai', flight })).toEqual(flight));
  it('is the month where there is no campaign', () =>
    expect(windowOf('flight', { now, tz: 'Asia/Shanghai', flight: null })).toEqual(month));
});
