import { minorDigits } from '../../../../../shared/i18n/format.ts';
import { BLANK, refuse, type Parsed } from '../parsed.ts';
import { decimalOf, shifted, unshifted } from './decimal.ts';

/** `minor`: cents of the currency; `micros`: millionths of its unit, as bids and floors are kept. */
export type MoneyUnit = 'minor' | 'micros';
const MICROS_DIGITS = 6;
const YUAN = /[元圆円]/g;

const numberFormat = (currency: string) => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  } catch (error) {
    // A currency that is still being typed.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
/** `€`, `¥`; the code itself where there is no sign. */
export const currencySign = (currency: string): string =>
  numberFormat(currency)
    ?.formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

export const digitsOf = (unit: MoneyUnit, currency: string) =>
  unit === 'micros' ? MICROS_DIGITS : minorDigits(currency);

/** Whole units of the value; a sign or code of another currency is refused rather than ignored. */
export function parseMoney(typed: string, currency: string, unit: MoneyUnit = 'minor'): Parsed<number> {
  const text = typed.normalize('NFKC').replace(YUAN, '¥').trim();
  if (text === '') return BLANK;
  const names = text.match(/\p{Sc}|[A-Za-z]+/gu) ?? [];
  if (names.some(name => name.toUpperCase() !== currency && name !== currencySign(currency)))
    return refuse('currency', { currency });
  const decimal = decimalOf(text.replace(/\p{Sc}|[A-Za-z]+/gu, ''));
  if (decimal === null) return refuse('number');
  const digits = digitsOf(unit, currency);
  const value = shifted(decimal, digits);
  if (value === 'tooFine') return digits === 0 ? refuse('whole') : refuse('decimals', { n: digits });
  return value === 'tooBig' ? refuse('tooBig') : value;
}

export const writeMoney = (value: number, currency: string, unit: MoneyUnit = 'minor'): string =>
  Number.isSafeInteger(value) ? unshifted(value, digitsOf(unit, currency), minorDigits(currency)) : '';
