/** The only place that formats numbers, times and money, always through Intl. */
import { dateFormat, listFormat, numberFormat, relativeFormat } from './intl.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const KILO = 1_000;
/** 5 January 1970. */
const MONDAY_MS = 4 * DAY_S * KILO;

const PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const;
const FINE_PERCENT = { style: 'percent', maximumFractionDigits: 2 } as const;
const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const HOUR = { hour: '2-digit', minute: '2-digit' } as const;
const WEEKDAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const EXACT = { dateStyle: 'medium', timeStyle: 'long' } as const;
/** In Swedish, which writes days and times as ISO 8601 does. */
const CLOCK = { dateStyle: 'short', timeStyle: 'medium' } as const;

const seconds = (ms: number) => Math.round(ms / KILO);
const twoDigits = (n: number) => String(n).padStart(2, '0');

/** `1:05`, `12:30`, `1:02:05`: a length of time as the strip and the builder show it, alike in every language. */
export function clockLength(ms: number): string {
  const s = seconds(ms);
  const rest = `${twoDigits(Math.floor((s % HOUR_S) / MINUTE_S))}:${twoDigits(s % MINUTE_S)}`;
  const hours = Math.floor(s / HOUR_S);
  return hours > 0 ? `${hours}:${rest}` : rest.replace(/^0(?=\d:)/, '');
}

function parts(ms: number): [number, 'hour' | 'minute' | 'second'][] {
  const s = seconds(ms);
  const all: [number, 'hour' | 'minute' | 'second'][] = [
    [Math.floor(s / HOUR_S), 'hour'],
    [Math.floor((s % HOUR_S) / MINUTE_S), 'minute'],
    [s % MINUTE_S, 'second'],
  ];
  const parts = all.filter(([n]) => n > 0).slice(0, 2);
  return parts.length > 0 ? parts : [[0, 'second']];
}

function elapsed(ageS: number): [number, Intl.RelativeTimeFormatUnit] {
  if (ageS < MINUTE_S) return [ageS, 'second'];
  if (ageS < HOUR_S) return [Math.floor(ageS / MINUTE_S), 'minute'];
  if (ageS < DAY_S) return [Math.floor(ageS / HOUR_S), 'hour'];
  return [Math.floor(ageS / DAY_S), 'day'];
}

/** By ISO 4217, without its units of account; all others have two digits. Each browser knows others of its own, and amounts would be off by a hundred. */
const NO_DIGITS = ' BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF ';
const THREE_DIGITS = ' BHD IQD JOD KWD LYD OMR TND ';
/** Digits of its minor unit; two where it is not known. */
export const minorDigits = (currency: string): number =>
  NO_DIGITS.includes(` ${currency} `) ? 0 : THREE_DIGITS.includes(` ${currency} `) ? 3 : 2;
/** How an amount in minor units is written. */
export const currencyStyle = (currency: string, digits = minorDigits(currency)) =>
  ({ style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }) as const;

/** Minor units as a number of the currency's own unit: what a spreadsheet adds up. */
export const majorOf = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency);

/** `locale` as the interface speaks; `tz` the zone times are shown in, the browser's where none is given. */
export function createFormat(locale: string, tz?: string) {
  const zone = tz === undefined ? {} : { timeZone: tz };
  /** British texts shorten minutes to `mins`, which stands on no timetable. */
  const unit = (n: number, name: string, digits = 0, unitDisplay: 'short' | 'long' = 'short') =>
    numberFormat(locale.replace('-GB', ''), {
      style: 'unit',
      unit: name,
      unitDisplay,
      maximumFractionDigits: digits,
    }).format(n);
  const dates = (options: Intl.DateTimeFormatOptions) => (iso: string) =>
    dateFormat(locale, { ...options, ...zone }).format(new Date(iso));

  return {
    locale,
    number: (n: number) => numberFormat(locale).format(n),
    /** `12K`, `1.2万`: for chart axes, where space is short. */
    compact: (n: number) => numberFormat(locale, COMPACT).format(n),
    percent: (share: number) => numberFormat(locale, PERCENT).format(share),
    /** To a hundredth of a percent: for rates and fees. */
    finePercent: (share: number) => numberFormat(locale, FINE_PERCENT).format(share),
    /** Takes UTC ISO-8601. */
    date: dates({ dateStyle: 'medium' }),
    /** A day of the calendar, `YYYY-MM-DD`, which lies in no zone. */
    day: (isoDay: string) =>
      dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(`${isoDay}T00:00:00.000Z`),
      ),
    /** `YYYY-MM-DD`: the day of the calendar that it is in the zone at a moment; ms. */
    dayAt: (ms: number) => isoDate(ms, tz),
    /** 1 Monday to 7 Sunday: `Mon`, `周一`. */
    dayName: (n: number) =>
      dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY_MS + (n - 1) * DAY_S * KILO),
    time: dates({ timeStyle: 'medium' }),
    /** `14:00` */
    hour: dates(HOUR),
    /** `Mon, 5 Jan, 20:00` */
    appointment: dates({ ...WEEKDAY, ...HOUR, hourCycle: 'h23' }),
    /** `January 2026` */
    month: dates({ month: 'long', year: 'numeric' }),
    /** `Mon 5 Jan` */
    weekday: dates(WEEKDAY),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'medium' }),
    /** `2026-11-23 12:46:18` by the clocks of the zone: every spreadsheet reads it as a time, in any language. */
    spreadsheetTime: (iso: string) => dateFormat('sv-SE', { ...CLOCK, ...zone }).format(new Date(iso)),
    /** With the zone's name: for titles and wherever two zones could be meant. */
    exact: dates(EXACT),
    /** By the clocks of another zone, which is named. */
    exactIn: (iso: string, other: string) =>
      dateFormat(locale, { ...EXACT, timeZone: other }).format(new Date(iso)),
    /** `12 sec. ago`; never negative, since a clock that lags must not show the future. */
    ago(iso: string, now: number) {
      const [n, name] = elapsed(Math.max(0, Math.floor((now - Date.parse(iso)) / KILO)));
      return relativeFormat(locale, { style: 'short' }).format(-n, name);
    },
    /** `2 min 5 sec`: the two largest parts that are not zero. */
    duration: (ms: number) =>
      listFormat(locale, { style: 'narrow', type: 'unit' }).format(
        parts(ms).map(([n, name]) => unit(n, name)),
      ),
    seconds: (ms: number) => unit(ms / KILO, 'second', 1),
    bytes(n: number) {
      const power = n < KILO ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(n) / 3));
      // The short form of a byte has no plural: "693 byte".
      return power === 0
        ? unit(n, 'byte', 0, 'long')
        : unit(n / KILO ** power, BYTE_UNITS[power]!, power > 1 ? 1 : 0);
    },
    /** `minor`: whole minor units of an ISO-4217 currency. */
    money: (minor: number, currency: string) =>
      numberFormat(locale, currencyStyle(currency)).format(majorOf(minor, currency)),
    /** As a price tag has it: `HK$24`, `HK$24.50`. */
    price: (minor: number, currency: string) => {
      const major = majorOf(minor, currency);
      const style = currencyStyle(currency, Number.isInteger(major) ? 0 : minorDigits(currency));
      return numberFormat(locale, style).format(major);
    },
    /** Millionths of a currency's unit, as bids and floors are kept; no digit of them is left out. */
    micros: (micros: number, currency: string) =>
      numberFormat(locale, { ...currencyStyle(currency), maximumFractionDigits: 6 }).format(
        micros / KILO ** 2,
      ),
    /** `400 m`, `1.5 km` */
    metres: (m: number) => (m < KILO ? unit(m, 'meter') : unit(m / KILO, 'kilometer', 2)),
    list: (texts: readonly string[]) => listFormat(locale).format(texts),
  };
}
export type Format = ReturnType<typeof createFormat>;

/** `2026-01-05` in the given zone: what file names and date fields want. */
export const isoDate = (ms: number, tz?: string) =>
  dateFormat('sv-SE', { dateStyle: 'short', ...(tz === undefined ? {} : { timeZone: tz }) }).format(
    new Date(ms),
  );

/** The calendar day of a moment in a zone; shifted by -1 ms, the day that a bound ends. */
export const dayOf = (iso: string, tz: string, shiftMs = 0) => isoDate(Date.parse(iso) + shiftMs, tz);

/** The hour of the day in a zone, 0 to 23, of many moments. */
export function hourIn(tz: string): (iso: string) => number {
  const hour = dateFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: tz });
  return iso => Number(hour.format(new Date(iso)));
}

/** By minute, of the zone that was asked for last: who plans a thousand items for one moment asks a thousand times. */
const offsets = new Map<number, { tz: string; offset: number }>();
const MAX_OFFSETS = 64;

/** Offset of the zone at that moment, ms east of UTC. No zone changes its offset within a minute. */
export function offsetAt(ms: number, tz: string): number {
  const minute = Math.floor(ms / (MINUTE_S * KILO)) * MINUTE_S * KILO;
  const known = offsets.get(minute);
  if (known?.tz === tz) return known.offset;
  const text = dateFormat('sv-SE', { ...CLOCK, timeZone: tz })
    .format(new Date(minute))
    .replace(' ', 'T');
  const offset = Date.parse(`${text}Z`) - minute;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(minute, { tz, offset });
  return offset;
}

/**
 * The moment a calendar day begins in a zone, as UTC ISO-8601; `plusDays` 1 gives its end. Where clocks go forward at
 * midnight (Azores, Havana, Santiago) the day begins at the change, since before it they still show the day before.
 */
export function dayStart(day: string, tz: string, plusDays = 0): string {
  const utc = Date.parse(`${day}T00:00:00.000Z`) + plusDays * DAY_S * KILO;
  const guess = utc - offsetAt(utc, tz);
  const start = utc - offsetAt(guess, tz);
  const isBefore = start + offsetAt(start, tz) < utc;
  return new Date(isBefore ? utc - offsetAt(start, tz) : start).toISOString();
}
