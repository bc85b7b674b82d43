/** What plays cost: price / 1000 × multiplier. Exact until it is rounded, once, on the line of an invoice. */
import { divideHalfEven, minorUnits } from '../../money.ts';

/** A multiplier has four decimals. */
export const MULTIPLIER_PLACES = 4;
/** Of the currency's unit: micros (6), multiplier (4), a thousand impressions (3). */
const COST_UNIT = 10n ** 13n;

/** In 10^-13 of the currency's unit, so that it is whole; costs of many plays are added like this. */
export const costOfPlay = (price_micros: number, multiplier_e4: number): bigint =>
  BigInt(price_micros) * BigInt(multiplier_e4);

/** The sum in minor units of the currency, a half going to the even one. */
export const minorOfCost = (cost: bigint, currency: string): number =>
  divideHalfEven(cost * BigInt(minorUnits(currency)), COST_UNIT);
