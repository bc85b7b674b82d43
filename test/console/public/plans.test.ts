import { describe, expect, it } from 'vitest';
import {
  costOf,
  LIMITS,
  lowestOf,
  playsOf,
  parseWholeNumber,
  type Plan,
  type PlanUsage,
} from '../../../console/public/plans.ts';

const wish = (screens: number, hours: number, share: number): PlanUsage => ({ screens, hours, share });
const flat: Plan = {
  ...{ id: 'line', name: 'Line', price_minor: 5_000, per_thousand_minor: 1_000, currency: 'EUR' },
  ...{ interval: 'month', is_example: false, limits: { share_pct: 20 } },
};

describe('plays of a month', () => {
  it.each([
    ['one screen, one hour, all of it', wish(1, 1, 100), 360, 10_800],
    ['a tenth of 20 screens for 12 hours', wish(20, 12, 10), 8_640, 259_200],
    ['the smallest', wish(1, 1, 1), 3, 90],
    ['whole plays only', wish(1, 1, 7), 25, 750],
    ['the largest', wish(5_000, 24, 50), 21_600_000, 648_000_000],
  ])('%s', (_, asked, perDay, perMonth) => {
    expect(playsOf(asked)).toEqual({ perDay, perMonth });
  });
});

describe('what a month costs', () => {
  it.each([
    ['fee and plays', wish(1, 1, 10), 5_000 + 1_080],
    ['at the limit of the share', wish(1, 1, 20), 5_000 + 2_160],
    ['one above it is not offered', wish(1, 1, 21), null],
  ])('%s', (_, asked, cost) => expect(costOf(flat, asked)).toBe(cost));

  it('is in whole minor units', () => {
    const odd = { ...flat, price_minor: 0, per_thousand_minor: 333 };
    expect(costOf(odd, wish(1, 1, 1))).toBe(30);
  });

  it('of a plan that is paid by the year holds a twelfth of its fee', () => {
    expect(costOf({ ...flat, interval: 'year', price_minor: 60_000 }, wish(1, 1, 10))).toBe(5_000 + 1_080);
  });

  it('names the plan that costs least, the first of equals, none where none allows it or currencies differ', () => {
    const twin = { ...flat, id: 'city', name: 'City' };
    expect(lowestOf([flat, twin], wish(1, 1, 5))).toBe(flat);
    expect(lowestOf([flat, { ...twin, price_minor: 0 }], wish(1, 1, 5))?.name).toBe('City');
    expect(lowestOf([flat], wish(1, 1, 50))).toBeNull();
    expect(lowestOf([flat, { ...twin, currency: 'USD' }], wish(1, 1, 5))).toBeNull();
  });
});

describe('a typed number', () => {
  it.each([
    ['1', 1],
    [' 24 ', 24],
    ['0', null],
    ['25', null],
    ['', null],
    ['1.5', null],
    ['-3', null],
    ['1e1', null],
    ['twelve', null],
  ])('%j counts as %j', (text, n) => expect(parseWholeNumber(text, LIMITS.hours)).toBe(n));
});
