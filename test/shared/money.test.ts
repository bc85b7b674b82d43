import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOfPlays, divideHalfEven, minorUnits, playsFor } from '../../shared/money.ts';

describe('money', () => {
  it.each([
    ['EUR', 100],
    ['JPY', 1],
    ['KWD', 1_000],
  ])('%s has %d minor units', (currency, units) => expect(minorUnits(currency)).toBe(units));

  it.each([
    [5n, 2n, 2],
    [7n, 2n, 4],
    [-5n, 2n, -2],
    [-7n, 2n, -4],
    [8n, 3n, 3],
    [-8n, 3n, -3],
  ])('%d / %d is %d, a half goes to the even one', (numerator, denominator, whole) =>
    expect(divideHalfEven(numerator, denominator)).toBe(whole),
  );

  it('plays that money buys cost no more than it, and one more costs more than it or as much', () => {
    const price = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    const minor = fc.integer({ min: 100, max: 1_000_000_000 });
    fc.assert(
      fc.property(minor, price, fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, bid, currency) => {
        const plays = playsFor(amount, bid, currency)!;
        expect(costOfPlays(plays, bid, currency)).toBeLessThanOrEqual(amount);
        expect(costOfPlays(plays + 1, bid, currency)).toBeGreaterThanOrEqual(amount);
      }),
    );
  });

  it('what has no price costs nothing', () => expect(costOfPlays(1_000, null, 'EUR')).toBe(0));
});
