/** Times by the clocks of a zone, kept as moments; clocks that go forward and back included. */
import { instant } from '../../../../../shared/clock.ts';
import { offsetAt } from '../../../../../shared/i18n/format.ts';
import { BLANK, isRefused, refuse, type Parsed } from '../parsed.ts';
import { clockOf } from './clock.ts';
import { parseDate, writeDate } from './date.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const TIME_CHARS = 16;

/** A moment with `Z` or an offset is taken as it is, whatever the zone. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** `2026-01-05T14:30` by the clocks of the zone. */
export function localOf(iso: string, tz: string): string {
  const ms = MOMENT.test(iso) ? Date.parse(iso) : NaN;
  return Number.isNaN(ms) ? '' : instant(ms + offsetAt(ms, tz)).slice(0, TIME_CHARS);
}

/** Where the offset changes between two moments, to the minute. */
function changeBetween(from: number, to: number, tz: string): number {
  const before = offsetAt(from, tz);
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = Math.round((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle === low || middle === high) break;
    if (offsetAt(middle, tz) === before) low = middle;
    else high = middle;
  }
  return high;
}

export type Moment = { iso: string; isTwice: boolean } | { next: string };
/** The moment a clock shows this; the first of two where it is set back; the next that exists where it is set forward. */
export function momentOf(local: string, tz: string): Moment {
  const utc = Date.parse(`${local}:00.000Z`);
  const offsets = [...new Set([offsetAt(utc - DAY_MS, tz), offsetAt(utc + DAY_MS, tz)])];
  const moments = offsets
    .map(offset => utc - offset)
    .filter(ms => offsetAt(ms, tz) === utc - ms)
    .sort((a, b) => a - b);
  const [first] = moments;
  if (first === undefined) {
    const jump = changeBetween(utc - 2 * DAY_MS, utc + 2 * DAY_MS, tz);
    return { next: localOf(instant(jump), tz) };
  }
  return { iso: instant(first), isTwice: moments.length > 1 };
}

/** A day and a time, parted by `T`, a comma, a blank or nothing where the day ends in 日. */
function parted(text: string, locale: string): { day: string; time: string } | null {
  const tokens = text
    .replace('日', '日 ')
    .replace(/(\d)T(\d)/, '$1 $2')
    .split(/,\s*|\s+/u)
    .filter(token => token !== '');
  for (let i = 1; i < tokens.length; i += 1) {
    const day = parseDate(tokens.slice(0, i).join(' '), locale);
    const time = clockOf(tokens.slice(i).join(' '));
    if ('value' in day && time !== null) return { day: day.value, time };
  }
  return null;
}

export function parseDateTime(typed: string, tz: string, locale: string): Parsed<string> {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return BLANK;
  if (MOMENT.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? refuse('noSuchDay') : { value: instant(ms) };
  }
  const local = parted(text, locale);
  if (local === null) {
    const dayAlone = parseDate(text, locale);
    return 'value' in dayAlone
      ? refuse('timeMissing')
      : isRefused(dayAlone) && dayAlone.refused === 'noSuchDay'
        ? dayAlone
        : refuse('dateTime');
  }
  const moment = momentOf(`${local.day}T${local.time}`, tz);
  if ('next' in moment) {
    const [day = '', time = ''] = moment.next.split('T');
    return refuse('skipped', { time: local.time, tz, next: `${writeDate(day, locale)}, ${time}` });
  }
  return { value: moment.iso };
}

/** As it may be typed again. */
export function writeDateTime(iso: string, tz: string, locale: string): string {
  const [day = '', time = ''] = localOf(iso, tz).split('T');
  return time === '' ? '' : `${writeDate(day, locale)}, ${time}`;
}

/** Whether the clocks of the zone show this time twice. */
export function isTwice(iso: string, tz: string): boolean {
  const local = localOf(iso, tz);
  if (local === '') return false;
  const moment = momentOf(local, tz);
  return 'isTwice' in moment && moment.isTwice;
}
