/** Money in minor units, by the digits of its currency (ISO 4217). */
const USUAL_DIGITS = 2;
const digitsOf = new Map<string, number>();

export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? USUAL_DIGITS;
  digitsOf.set(currency, digits);
  return digits;
}
export const fromMinorUnits = (minor: number, currency: string): number =>
  minor / 10 ** minorDigits(currency);

/** A half is rounded to the even one (contract §0). */
export function toMinorUnits(units: number, currency: string): number {
  const exact = units * 10 ** minorDigits(currency);
  const whole = Math.floor(exact);
  const rest = Number((exact - whole).toFixed(9));
  if (rest === 0.5) return whole % 2 === 0 ? whole : whole + 1;
  return Math.round(exact);
}
