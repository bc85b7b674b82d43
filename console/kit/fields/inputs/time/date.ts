import { instant } from '../../../../../shared/clock.ts';
import { BLANK, refuse, type Parsed } from '../parsed.ts';

const MONTHS = 12;
const two = (n: number) => String(n).padStart(2, '0');

/** The names of the months in a language, long and short, each without its dot. */
const monthNames = (locale: string): string[][] =>
  (['long', 'short'] as const).map(month => {
    const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
    return Array.from({ length: MONTHS }, (_, i) =>
      format
        .format(Date.UTC(2026, i, 1))
        .toLowerCase()
        .replace('.', ''),
    );
  });
/** 1 to 12, or 0: `sep` and `sept` are both September. */
function monthOf(name: string, locale: string): number {
  const typed = name.toLowerCase().replace('.', '');
  for (const names of [...monthNames(locale), ...monthNames('en-GB')]) {
    const i = names.findIndex(known => known === typed || (typed.length >= 3 && known.startsWith(typed)));
    if (i >= 0) return i + 1;
  }
  return 0;
}

/** `2026-02-30` is no day. */
const isDay = (day: string) => {
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(ms) && instant(ms).startsWith(day);
};
type Ymd = [year: number, month: number, day: number];
const CENTURY = 2_000;
const inCentury = (year: string) => (year.length === 2 ? CENTURY + Number(year) : Number(year));

/** Year first as in ISO and Chinese, day first as in Europe, or with the month's name; never month first by numbers. */
function partsOf(text: string, locale: string): Ymd | null {
  const iso = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const dayFirst = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})$/.exec(text);
  if (dayFirst) return [inCentury(dayFirst[3] ?? ''), Number(dayFirst[2]), Number(dayFirst[1])];
  const named = /^(\d{1,2})\.?[\s-]*(\p{L}+)\.?,?[\s-]*(\d{4})$/u.exec(text);
  if (named) return [Number(named[3]), monthOf(named[2] ?? '', locale), Number(named[1])];
  const american = /^(\p{L}+)\.?\s*(\d{1,2}),?\s*(\d{4})$/u.exec(text);
  return american && [Number(american[3]), monthOf(american[1] ?? '', locale), Number(american[2])];
}

export interface DayBounds {
  min?: string;
  max?: string;
}
export function parseDate(typed: string, locale: string, { min, max }: DayBounds = {}): Parsed<string> {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return BLANK;
  const parts = partsOf(text, locale);
  if (!parts || parts[1] === 0) return refuse('date');
  const [year, month, dayOfMonth] = parts;
  const day = `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}`;
  if (!isDay(day)) return refuse('noSuchDay');
  if (min !== undefined && day < min) return refuse('tooEarly', { day: writeDate(min, locale) });
  if (max !== undefined && day > max) return refuse('tooLate', { day: writeDate(max, locale) });
  return { value: day };
}

/** As the language writes it, which is also read again. */
export const writeDate = (day: string, locale: string): string =>
  isDay(day)
    ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
    : '';
