import { decimalOf } from '../amount/decimal.ts';

export interface Point {
  lat: number;
  lng: number;
  radius_m: number;
}
export const MAX_LAT = 90;
export const MAX_LNG = 180;
const DIGITS = 6;

const ROUND = 10 ** DIGITS;
const degrees = (text: string) => {
  const match = /^([-+]?[\d.,]+)\s*°?\s*([NSEW])?$/i.exec(text.trim());
  const decimal = match && decimalOf(match[1]!);
  if (!match || decimal === null) return null;
  const side = match[2]?.toUpperCase();
  const number = Math.round(Number(decimal) * ROUND) / ROUND;
  return { number: side === 'S' || side === 'W' ? -Math.abs(number) : number, side };
};

/** `38.7, -9.1`, `38,7; -9,1`, `38.7° N, 9.1° W`: latitude first, unless the letters say otherwise. */
export function parsePlace(typed: string): { lat: number; lng: number } | null {
  const text = typed
    .normalize('NFKC')
    .replaceAll('−', '-')
    .replace(/[()]/g, '')
    .replace(/([NSEW])\s*,?\s*(?=[-+\d])/i, '$1;')
    .trim();
  const halves = [/[;\n\t]\s*/, /,\s+/, /\s+/, /,/]
    // A comma alone parts two numbers only where it cannot be that of a single one: `38,7`.
    .filter(sign => sign.source !== ',' || /[.]|,[-+]/.test(text))
    .map(sign => text.split(sign).filter(half => half !== ''))
    .find(found => found.length === 2);
  const [first, second] = (halves ?? []).map(degrees);
  if (!first || !second) return null;
  const isTurned = /[EW]/.test(first.side ?? '');
  const [lat, lng] = isTurned ? [second.number, first.number] : [first.number, second.number];
  return isLat(lat) && isLng(lng) ? { lat, lng } : null;
}
export const isLat = (lat: number) => Math.abs(lat) <= MAX_LAT;
export const isLng = (lng: number) => Math.abs(lng) <= MAX_LNG;

export interface RadiusBounds {
  min?: number;
  max?: number;
}
/** Why it may not be sent; the sentence stands at `refused.<why>`. */
export function pointProblem(
  { lat, lng, radius_m }: Partial<Point>,
  { min = 1, max = 50_000 }: RadiusBounds = {},
): 'lat' | 'lng' | 'radius' | null {
  if (lat === undefined || !isLat(lat)) return 'lat';
  if (lng === undefined || !isLng(lng)) return 'lng';
  return radius_m !== undefined && radius_m >= min && radius_m <= max ? null : 'radius';
}

const STEPS = [1, 2, 5] as const;
const DECADE = 10;
/** The longest round length that is no longer than this: 1, 2 or 5 times a power of ten, m. */
export function roundLength(most: number): number {
  const power = DECADE ** Math.floor(Math.log10(most));
  return Math.max(...STEPS.map(step => step * power).filter(length => length <= most));
}

/** `38.7, -9.1`, as it may be pasted again. */
export const placeText = ({ lat, lng }: Pick<Point, 'lat' | 'lng'>) => `${lat}, ${lng}`;
