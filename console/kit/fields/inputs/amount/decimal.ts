/** Numbers as people type and paste them, kept as digits so that no cent is lost to a floating point. */

const FULL_WIDTH_BY = 0xfee0;
/** Full-width digits and signs of a Chinese keyboard, and the minus of typographers. */
const plain = (typed: string) =>
  typed
    .replace(/[！-～]/g, sign => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_BY))
    .replaceAll('−', '-')
    .trim();
/** Blanks and apostrophes only ever part thousands. */
const SPACES = /(\d)[\s'’](?=\d{3}(?!\d))/g;
const GROUPED = (sign: '.' | ',') => new RegExp(`^[1-9]\\d{0,2}(\\${sign}\\d{3})+$`);

/** The sign that parts whole and fraction: the later one of two kinds; a comma before exactly three digits parts thousands. */
function withPoint(digits: string): string {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) {
    const [group, decimal] = comma > point ? (['.', ','] as const) : ([',', '.'] as const);
    const [whole = '', ...fractions] = digits.split(decimal);
    if (fractions.length > 1 || !GROUPED(group).test(whole)) return 'no number';
    return `${whole.replaceAll(group, '')}.${fractions[0] ?? ''}`;
  }
  if (comma >= 0) return GROUPED(',').test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.');
  if (digits.split('.').length > 2 && GROUPED('.').test(digits)) return digits.replaceAll('.', '');
  return digits;
}

/** `-1234.5` for `−1 234,5`; null where no number is meant. */
export function decimalOf(typed: string): string | null {
  const text = plain(typed)
    .replace(SPACES, '$1')
    .replace(/^([-+])\s+/, '$1');
  const sign = text.startsWith('-') ? '-' : '';
  const digits = withPoint(text.replace(/^[-+]/, ''));
  const match = /^(\d*)\.?(\d*)$/.exec(digits);
  if (!match || digits.replace('.', '') === '') return null;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = match[2] ?? '';
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export type Shifted = { value: number } | 'tooFine' | 'tooBig';
/** The whole number of units of which `10 ** digits` make one: `12.5` with 2 digits is 1250. */
export function shifted(decimal: string, digits: number): Shifted {
  const [whole = '', all = ''] = decimal.split('.');
  const fraction = all.replace(/0+$/, '');
  if (fraction.length > digits) return 'tooFine';
  /** Without the sum, minus nought would differ from nought. */
  const value = Number(whole + fraction.padEnd(digits, '0')) + 0;
  return Number.isSafeInteger(value) ? { value } : 'tooBig';
}

/** The other way: `12.50` for 1250 with 2 digits; `atLeast` digits stay behind the point. */
export function unshifted(value: number, digits: number, atLeast = digits): string {
  const sign = value < 0 ? '-' : '';
  const all = String(Math.abs(value)).padStart(digits + 1, '0');
  const whole = all.slice(0, all.length - digits);
  const fraction = all.slice(all.length - digits);
  const rest = fraction.replace(/0+$/, '').padEnd(atLeast, '0');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${grouped}${rest === '' ? '' : `.${rest}`}`;
}
