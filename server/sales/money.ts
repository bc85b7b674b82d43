/** Amounts in minor units, as invoices have them. */
import type { Language } from '../../shared/constants.ts';
import { majorOf } from '../../shared/i18n/format.ts';

/** A half is rounded to the even one (contract §0). */
export function toMinorUnits(units: number, currency: string): number {
  const exact = units / majorOf(1, currency);
  const whole = Math.floor(exact);
  const rest = Number((exact - whole).toFixed(9));
  if (rest === 0.5) return whole % 2 === 0 ? whole : whole + 1;
  return Math.round(exact);
}

/** In the words of a contract or an e-mail: the code of the currency cannot be mistaken. */
export const moneyText = (minor: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' }).format(
    majorOf(minor, currency),
  );
