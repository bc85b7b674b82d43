/** A partner's file as figures of days: whose columns are named, and whose numbers stay exact. Pure. */
import { divideHalfEven } from '../money.ts';
import { isInCalendar } from '../contract/wire/wire.ts';

export interface TheirRow {
  day: string;
  key: string | null;
  count_e4: number;
  micros: number;
  currency: string;
}
export interface FileColumns {
  day_column: string;
  key_column: string;
  count_column: string;
  revenue_column: string;
  currency_column: string | null;
  file_currency: string | null;
}
export const FILE_FAULTS = ['empty', 'column', 'day', 'number', 'currency'] as const;
/** `line` counts from 1, the heads among them; `what` is the column or the cell. */
export interface FileFault {
  fault: (typeof FILE_FAULTS)[number];
  line: number;
  what: string;
}
type ReadFile = { rows: TheirRow[]; fault: null } | { rows: null; fault: FileFault };

const COUNT_PLACES = 4;
const MICRO_PLACES = 6;
const THOUSANDS = 3;
const MAX_PLACES = 12;

/** `2026-03-05`, `2026/03/05`, `20260305`, and moments that begin so; other orders of day and month cannot be told apart. */
export function dayOfCell(cell: string): string | null {
  const found = /^(\d{4})([-/]?)(\d\d)\2(\d\d)(?=$|[T ])/.exec(cell.trim());
  if (!found) return null;
  const [, year, , month, day] = found;
  const iso = `${year}-${month}-${day}`;
  return isInCalendar(iso) ? iso : null;
}

/** The sign that parts the decimals: the last of two kinds, or one that no thousands can have. */
function decimalSign(digits: string): string | null {
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ',';
  const sign = dot >= 0 ? '.' : comma >= 0 ? ',' : null;
  if (sign === null || digits.split(sign).length > 2) return null;
  const isThousands = sign === ',' && digits.length - comma - 1 === THOUSANDS;
  return isThousands ? null : sign;
}
/** A number with so many decimals, as a whole one; what has more is rounded once, a half to the even one. */
export function wholeOf(cell: string, places: number): number | null {
  const plain = cell.trim().replace(/[\s\u00a0']/g, '');
  if (!/^-?(\d[\d.,]*|[.,]\d+)$/.test(plain)) return null;
  const sign = decimalSign(plain);
  const at = sign === null ? plain.length : plain.lastIndexOf(sign);
  const head = plain.slice(0, at).replace(/[.,]/g, '');
  const decimals = plain.slice(at + 1).slice(0, MAX_PLACES);
  if (/[.,]/.test(decimals)) return null;
  const scaled = BigInt(
    `${head === '' || head === '-' ? `${head}0` : head}${decimals.padEnd(MAX_PLACES, '0')}`,
  );
  const value = divideHalfEven(scaled, 10n ** BigInt(MAX_PLACES - places));
  return Number.isSafeInteger(value) ? value : null;
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
export function readPartnerFile(
  [heads = [], ...lines]: readonly (readonly string[])[],
  columns: FileColumns,
): ReadFile {
  const fault = (kind: FileFault['fault'], line: number, what: string): ReadFile => ({
    rows: null,
    fault: { fault: kind, line, what },
  });
  const { day_column, key_column, count_column, revenue_column, currency_column, file_currency } = columns;
  const named = [
    day_column,
    key_column,
    count_column,
    revenue_column,
    ...(currency_column ? [currency_column] : []),
  ];
  const places = named.map(column => heads.findIndex(head => same(head, column)));
  const lost = places.indexOf(-1);
  if (lost >= 0) return fault('column', 1, named[lost] ?? '');
  if (lines.length === 0) return fault('empty', 1, '');
  const rows: TheirRow[] = [];
  let [counts, amounts] = [0, 0];
  for (const [nth, cells] of lines.entries()) {
    const line = nth + 2;
    const [dayCell = '', key = '', count = '', revenue = '', ownCurrency = ''] = places.map(
      at => cells[at] ?? '',
    );
    const day = dayOfCell(dayCell);
    if (day === null) return fault('day', line, dayCell);
    const count_e4 = wholeOf(count, COUNT_PLACES);
    if (count_e4 === null || count_e4 < 0) return fault('number', line, count);
    const micros = wholeOf(revenue, MICRO_PLACES);
    if (micros === null) return fault('number', line, revenue);
    /** They are added up, and stay exact. */
    [counts, amounts] = [counts + count_e4, amounts + Math.abs(micros)];
    if (!Number.isSafeInteger(counts)) return fault('number', line, count);
    if (!Number.isSafeInteger(amounts)) return fault('number', line, revenue);
    const currency = (currency_column ? ownCurrency : (file_currency ?? '')).trim().toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) return fault('currency', line, ownCurrency);
    rows.push({ day, key: key.trim() === '' ? null : key.trim(), count_e4, micros, currency });
  }
  return { rows, fault: null };
}
