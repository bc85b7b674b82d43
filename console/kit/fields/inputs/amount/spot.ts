import { decimalOf } from './decimal.ts';
import { BLANK, refuse, type Parsed } from '../parsed.ts';

/** px, and the lengths that a spot may have. */
export interface Spot {
  w: number | null;
  h: number | null;
  durations_ms: readonly number[];
}
const S = 1_000;
const BETWEEN = /[,;，；、\s]+/;
const UNIT = /\s*(?:s|sec|秒)(?![a-z])/gi;

/** `8, 10.5` and `8s; 10.5s`: seconds, each length once. A decimal comma cannot be told from one between two lengths. */
export function parseLengths(typed: string): Parsed<number[]> {
  const parts = typed.normalize('NFKC').replace(UNIT, ' ').split(BETWEEN).filter(Boolean);
  if (parts.length === 0) return BLANK;
  const decimals = parts.map(decimalOf);
  if (decimals.some(one => one === null || one.startsWith('-'))) return refuse('lengths');
  return { value: [...new Set(decimals.map(one => Math.round(Number(one) * S)))] };
}

export const writeLengths = (durations_ms: readonly number[]) => durations_ms.map(ms => ms / S).join(', ');
