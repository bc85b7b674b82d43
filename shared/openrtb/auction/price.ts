/** Prices as whole micros of the currency's unit for a thousand impressions; no float decides anything. */
import { divideHalfEven } from '../../money.ts';

export const MICROS = 1_000_000;
const PLACES = 6;
/** A thousand million units for a thousand impressions: above it something is wrong. */
export const HIGHEST_PRICE = 1_000_000 * MICROS;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;

/** A decimal of JSON in units of 10^-places, a half going to the even one; null where it is no number or too large. */
export function scaledOf(value: number | string, places: number): number | null {
  const found = DECIMAL.exec(String(value));
  if (found === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  const shift = Number(exponent) + places - fraction.length;
  const digits = BigInt(whole + fraction);
  const scaled =
    shift >= 0 ? digits * 10n ** BigInt(shift) : BigInt(divideWide(digits, 10n ** BigInt(-shift)));
  const signed = sign === '-' ? -scaled : scaled;
  return signed > BigInt(Number.MAX_SAFE_INTEGER) || signed < -BigInt(Number.MAX_SAFE_INTEGER)
    ? null
    : Number(signed);
}

function divideWide(numerator: bigint, denominator: bigint): bigint {
  const floor = numerator / denominator;
  const rest = (numerator % denominator) * 2n;
  return rest > denominator || (rest === denominator && floor % 2n === 1n) ? floor + 1n : floor;
}

/** Micros of a price of JSON; null where it is no finite number that a price can be. */
export const microsOf = (price: unknown): number | null =>
  typeof price === 'number' && Number.isFinite(price) ? scaledOf(price, PLACES) : null;

/** A price as JSON and macros have it: "2.5", without zeros that say nothing. */
export function decimalOf(micros: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(micros) / MICROS), Math.abs(micros) % MICROS];
  const fraction = String(rest).padStart(PLACES, '0').replace(/0+$/, '');
  return `${micros < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
export const priceNumber = (micros: number) => Number(decimalOf(micros));

/** What one unit of each currency is worth, in micros of the base currency. The base itself need not be named. */
export interface Rates {
  base: string;
  micros: Readonly<Record<string, number>>;
}
export const rateOf = ({ base, micros }: Rates, currency: string): number | null =>
  currency === base ? MICROS : Object.hasOwn(micros, currency) ? micros[currency]! : null;

/** The price in the base currency; null where no rate is known. */
export function toBase(micros: number, currency: string, rates: Rates): number | null {
  const rate = rateOf(rates, currency);
  return rate === null ? null : divideHalfEven(BigInt(micros) * BigInt(rate), BigInt(MICROS));
}

/** A price of the base currency in another one. */
export function fromBase(micros: number, currency: string, rates: Rates): number | null {
  const rate = rateOf(rates, currency);
  return rate === null || rate <= 0 ? null : divideHalfEven(BigInt(micros) * BigInt(MICROS), BigInt(rate));
}
