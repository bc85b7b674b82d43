import { describe, expect, it } from 'vitest';
import {
  costOf,
  EXAMPLE_PLANS,
  LIMITS,
  lowestOf,
  playsOf,
  parseWholeNumber,
  type Plan,
  type PlanUsage,
} from '../../../console/public/plans.ts';

const wish = (screens: number, hours: number, share: number): PlanUsage => ({ screens, hours, share });
const flat: Plan = { name: 'line', monthlyFee: 5_000, per1000Plays: 1_000, maxShare: 20 };

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
    const odd = { ...flat, monthlyFee: 0, per1000Plays: 333 };
    expect(costOf(odd, wish(1, 1, 1))).toBe(30);
  });

  it('names the plan that costs least, the first of equals, none where none allows it', () => {
    const twin = { ...flat, name: 'city' as const };
    expect(lowestOf([flat, twin], wish(1, 1, 5))).toBe(flat);
    expect(lowestOf([flat, { ...twin, monthlyFee: 0 }], wish(1, 1, 5))?.name).toBe('city');
    expect(lowestOf([flat], wish(1, 1, 50))).toBeNull();
  });

  it('has a plan for every share that can be asked for, and each plan is the lowest for somebody', () => {
    const lowest = new Set<string | undefined>();
    for (const screens of [1, 10, 100, 5_000])
      for (let share = LIMITS.share.from; share <= LIMITS.share.to; share++)
        lowest.add(lowestOf(EXAMPLE_PLANS, wish(screens, 12, share))?.name);
    expect([...lowest].sort()).toEqual(['city', 'line', 'street']);
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
