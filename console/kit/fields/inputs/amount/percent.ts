import { BLANK, refuse, type Parsed } from '../parsed.ts';
import { decimalOf, shifted, unshifted } from './decimal.ts';

/** What is kept for 12.5 %: `share` 0.125, `percent` 12.5, `basis` points 1250. */
export type PercentScale = 'share' | 'percent' | 'basis';
const BASIS_DIGITS = 2;
/** A share times a hundred has no more digits than this that mean something. */
const PRECISION = 12;

export function parsePercent(typed: string, scale: PercentScale): Parsed<number> {
  const text = typed.normalize('NFKC').replace(/%/, '').trim();
  if (typed.trim() === '') return BLANK;
  const decimal = decimalOf(text);
  if (decimal === null) return refuse('number');
  if (scale !== 'basis') return { value: Number(scale === 'share' ? `${decimal}e-2` : decimal) + 0 };
  const value = shifted(decimal, BASIS_DIGITS);
  if (value === 'tooFine') return refuse('decimals', { n: BASIS_DIGITS });
  return value === 'tooBig' ? refuse('tooBig') : value;
}

export function writePercent(value: number, scale: PercentScale): string {
  if (!Number.isFinite(value)) return '';
  if (scale === 'basis') return unshifted(value, BASIS_DIGITS, 0);
  return String(scale === 'share' ? Number((value * 100).toPrecision(PRECISION)) : value);
}

const IN_ONE: Record<PercentScale, number> = { share: 1, percent: 100, basis: 10_000 };
/** 0 to 1, for the formats. */
export const shareOf = (value: number, scale: PercentScale): number => value / IN_ONE[scale];
