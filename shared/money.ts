/** Money in integer minor units, and the price of plays; whole numbers throughout, so that sums agree to the last unit. */
import { minorDigits } from './i18n/format.ts';

const PLAYS_A_PRICE = 1_000;
const MICROS = 1_000_000;
/** How many minor units a unit of the currency has: 100 for EUR, 1 for JPY, 1,000 for KWD. */
export const minorUnits = (currency: string) => 10 ** minorDigits(currency);

/** numerator / denominator, which is above 0; a half goes to the even one (contract §0). */
export function divideHalfEven(numerator: bigint, denominator: bigint): number {
  const rest = ((numerator % denominator) + denominator) % denominator;
  const floor = (numerator - rest) / denominator;
  const isUp = rest * 2n > denominator || (rest * 2n === denominator && floor % 2n !== 0n);
  return Number(isUp ? floor + 1n : floor);
}

/** Minor units that so many plays cost; `bid_micros` is the price of a thousand in millionths of the currency's unit. */
export function costOfPlays(plays: number, bid_micros: number | null, currency: string): number {
  if (bid_micros === null) return 0;
  const micros = BigInt(plays) * BigInt(bid_micros) * BigInt(minorUnits(currency));
  return divideHalfEven(micros, BigInt(PLAYS_A_PRICE * MICROS));
}

/** How many plays so much money buys; null where they cost nothing. */
export function playsFor(minor: number, bid_micros: number | null, currency: string): number | null {
  if (bid_micros === null) return null;
  return Number(
    (BigInt(minor) * BigInt(MICROS * PLAYS_A_PRICE)) / (BigInt(bid_micros) * BigInt(minorUnits(currency))),
  );
}
