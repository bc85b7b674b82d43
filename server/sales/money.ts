/** Amounts in minor units, as invoices have them. */
import { majorOf } from '../../shared/i18n/format.ts';

/** A half is rounded to the even one (contract §0). */
export function toMinorUnits(units: number, currency: string): number {
  const exact = units / majorOf(1, currency);
  const whole = Math.floor(exact);
  const rest = Number((exact - whole).toFixed(9));
  if (rest === 0.5) return whole % 2 === 0 ? whole : whole + 1;
  return Math.round(exact);
}
