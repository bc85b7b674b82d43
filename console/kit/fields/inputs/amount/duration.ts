import { decimalOf } from './decimal.ts';
import { BLANK, refuse, type Parsed } from '../parsed.ts';

export type DurationUnit = 'ms' | 's';
const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
const DAY = 24 * H;
const SIXTY = 60;

/** Largest first: in this order they may follow each other. */
const UNITS: readonly [words: string, ms: number][] = [
  ['d|day|days|天|日', DAY],
  ['h|hr|hrs|hour|hours|小时|时', H],
  ['m|min|mins|minute|minutes|分钟|分', MIN],
  ['s|sec|secs|second|seconds|秒钟|秒', S],
  ['ms|毫秒', 1],
];
const PART = '(\\d+(?:[.,]\\d+)?)\\s*';
const WORDED = new RegExp(`^${UNITS.map(([words]) => `(?:${PART}(?:${words})[\\s,]*)?`).join('')}$`, 'i');

const amount = (text: string) => Number(text.replace(',', '.'));

/** `1:30` is a minute and a half, `1:05:00` an hour and five minutes. */
function clockMs(text: string): number | null {
  const match = /^(?:(\d+):)?(\d+):(\d{1,2}(?:[.,]\d{1,3})?)$/.exec(text);
  if (!match) return null;
  const [hours, minutes, rest] = [match[1], Number(match[2]), amount(match[3] ?? '')];
  if (rest >= SIXTY || (hours !== undefined && minutes >= SIXTY)) return null;
  return Number(hours ?? 0) * H + minutes * MIN + rest * S;
}
function wordedMs(text: string): number | null {
  const match = WORDED.exec(text);
  if (!match) return null;
  return UNITS.reduce((sum, [, ms], i) => sum + amount(match[i + 1] ?? '0') * ms, 0);
}

/** A number alone is seconds; otherwise a clock, or numbers with their units. */
export function parseDuration(typed: string, unit: DurationUnit): Parsed<number> {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return BLANK;
  const alone = decimalOf(text);
  const read = alone === null ? (clockMs(text) ?? wordedMs(text)) : Number(alone) * S;
  if (read === null || read < 0) return refuse('duration');
  const ms = Math.round(read);
  if (!Number.isSafeInteger(ms)) return refuse('tooBig');
  if (unit === 'ms') return { value: ms };
  return ms % S === 0 ? { value: ms / S } : refuse('wholeSeconds');
}

const two = (n: number) => String(n).padStart(2, '0');
/** As it may be typed again: `0:07.5`, `1:30`, `36:00:00`. */
export function writeDuration(value: number, unit: DurationUnit): string {
  if (!Number.isFinite(value) || value < 0) return '';
  const ms = unit === 'ms' ? value : value * S;
  const whole = Math.floor(ms / S);
  const rest = Math.round(ms % S);
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  const [hours, minutes, seconds] = [
    Math.floor(ms / H),
    Math.floor(whole / SIXTY) % SIXTY,
    `${two(whole % SIXTY)}${fraction}`,
  ];
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}
