/** What a screen earns its owner in a month. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsOfPeriod,
  earningOf,
  feeOf,
  nextPeriod,
  periodBefore,
  periodOf,
  zonesAfterChange,
  type EarlierZone,
} from '../../../shared/sales/earnings.ts';

describe('months', () => {
  it.each([
    ['2026-01', '2026-02'],
    ['2026-09', '2026-10'],
    ['2026-11', '2026-12'],
    ['2026-12', '2027-01'],
  ])('%s is before %s', (first, second) => {
    expect(nextPeriod(first)).toBe(second);
    expect(periodBefore(second)).toBe(first);
  });

  it('begin and end where the screen’s tenant is, also where clocks are put forward between', () => {
    expect(boundsOfPeriod('2026-03', 'Europe/Lisbon')).toEqual({
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-31T23:00:00.000Z',
    });
    expect(periodOf(Date.parse('2026-03-31T22:59:59.999Z'), 'Europe/Lisbon')).toBe('2026-03');
    expect(periodOf(Date.parse('2026-03-31T23:00:00.000Z'), 'Europe/Lisbon')).toBe('2026-04');
  });
});

describe('months of a tenant whose zone is changed', () => {
  const zone = fc.constantFrom(
    'Europe/Lisbon',
    'Asia/Shanghai',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'UTC',
  );
  const start = Date.UTC(2026, 0, 1);
  const moment = fc.integer({ min: start, max: start + 400 * 86_400_000 });
  it('begin where the one before ends, and each moment lies in exactly one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(moment, zone), { maxLength: 4 }), zone, moment, (changes, first, ms) => {
        let [tz, earlier]: [string, EarlierZone[]] = [first, []];
        for (const [at, next] of changes.toSorted(([a], [b]) => a - b)) {
          const months = ['2026-01', '2026-06', '2027-01', periodOf(at, tz, earlier)];
          const startOf = (one: string) => boundsOfPeriod(one, tz, earlier).from;
          /** By the new clocks the next one may have begun, too. */
          const begun = months.filter(one => Date.parse(startOf(one)) <= at);
          const before = begun.map(startOf);
          earlier = zonesAfterChange(at, { tz, earlier });
          tz = next;
          expect(begun.map(startOf)).toEqual(before);
        }
        const period = periodOf(ms, tz, earlier);
        const { from, to } = boundsOfPeriod(period, tz, earlier);
        expect([Date.parse(from) <= ms, ms < Date.parse(to)]).toEqual([true, true]);
        expect(boundsOfPeriod(nextPeriod(period), tz, earlier).from).toBe(to);
      }),
    );
  });
});

describe('the fee', () => {
  it.each([
    [1_000, 30, 300],
    [0, 30, 0],
    [999, 0, 0],
    [999, 100, 999],
    // A half of the owner goes to the even one: his shares are 2.5, 7.5 and 3.5.
    [5, 50, 3],
    [15, 50, 7],
    [7, 50, 3],
  ])('of %d at %d %% is %d', (gross, pct, fee) => expect(feeOf(gross, pct)).toBe(fee));

  it('and the share of the owner are the gross, and neither is below nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 100 }), (gross, pct) => {
        const fee = feeOf(gross, pct);
        const net = gross - fee;
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(net).toBeGreaterThanOrEqual(0);
        expect(Math.abs(net * 100 - gross * (100 - pct))).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe('an earning', () => {
  const lines = [
    { plays: 3_000, bid_micros: 2_500_000 },
    { plays: 1_000, bid_micros: 500_000 },
    { plays: 70, bid_micros: null },
  ];
  it.each([
    ['EUR', 800, 240],
    ['JPY', 8, 2],
    ['KWD', 8_000, 2_400],
  ])(
    'in %s is in its minor units, with what was adjusted beside the fee',
    (currency, gross_minor, fee_minor) => {
      const terms = { currency, fee_pct: 30, adjustment_minor: -7 };
      expect(earningOf(lines, terms)).toEqual({
        ...{ plays: 4_070, gross_minor, fee_minor },
        net_minor: gross_minor - fee_minor - 7,
      });
    },
  );

  it('rounds each campaign by itself and the fee once, on their sum', () => {
    // Three times 0.5 cents are nothing each, and together no cent either.
    const halves = [1, 2, 3].map(() => ({ plays: 2, bid_micros: 2_500_000 }));
    expect(earningOf(halves, { currency: 'EUR', fee_pct: 30, adjustment_minor: 0 }).gross_minor).toBe(0);
    const cents = [1, 2, 3].map(() => ({ plays: 4, bid_micros: 2_500_000 }));
    // 70 % of three cents are 2.1; of each cent it would be 0.7, and so three.
    expect(earningOf(cents, { currency: 'EUR', fee_pct: 30, adjustment_minor: 0 })).toMatchObject({
      ...{ gross_minor: 3, fee_minor: 1, net_minor: 2 },
    });
  });
});
