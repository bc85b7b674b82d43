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

export type DecimalSign = '.' | ',';
const OTHER: Record<DecimalSign, DecimalSign> = { '.': ',', ',': '.' };
const plainOf = (cell: string) => cell.trim().replace(/[\s\u00a0']/g, '');

/** The sign that parts the decimals of this cell; null where it may be either. */
function signOfCell(cell: string): DecimalSign | null {
  const plain = plainOf(cell);
  const [dot, comma] = [plain.lastIndexOf('.'), plain.lastIndexOf(',')];
  if (dot < 0 && comma < 0) return null;
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ',';
  const sign = dot >= 0 ? '.' : ',';
  const [head = '', ...groups] = plain.split(sign);
  if (groups.length > 1) return OTHER[sign];
  const isThousands = groups[0]?.length === THOUSANDS && /^-?[1-9]\d{0,2}$/.test(head);
  return isThousands ? null : sign;
}
/** One program wrote the file: one cell that can only be read one way settles all others. A dot where none does. */
export function decimalSignOf(cells: readonly string[]): DecimalSign {
  for (const cell of cells) {
    const sign = signOfCell(cell);
    if (sign !== null) return sign;
  }
  return '.';
}
/** A number with so many decimals, as a whole one; what has more is rounded once, a half to the even one. */
export function wholeOf(cell: string, places: number, sign: DecimalSign): number | null {
  const plain = plainOf(cell);
  const [whole = '', decimals = '', ...more] = plain.split(sign);
  const digits = whole.replaceAll(OTHER[sign], '');
  const isGrouped = whole === digits || THOUSANDS_GROUPED[OTHER[sign]].test(whole);
  if (more.length > 0 || !isGrouped || !/^-?\d*$/.test(digits) || !/^\d*$/.test(decimals)) return null;
  if (!/\d/.test(plain)) return null;
  const head = digits === '' || digits === '-' ? `${digits}0` : digits;
  const scaled = BigInt(`${head}${decimals.slice(0, MAX_PLACES).padEnd(MAX_PLACES, '0')}`);
  const value = divideHalfEven(scaled, 10n ** BigInt(MAX_PLACES - places));
  return Number.isSafeInteger(value) ? value : null;
}
const THOUSANDS_GROUPED: Record<DecimalSign, RegExp> = {
  '.': /^-?\d{1,3}(\.\d{3})+$/,
  ',': /^-?\d{1,3}(,\d{3})+$/,
};

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
  const [, , count_at = 0, revenue_at = 0] = places;
  const sign = decimalSignOf(lines.flatMap(cells => [cells[count_at] ?? '', cells[revenue_at] ?? '']));
  const rows: TheirRow[] = [];
  let [counts, amounts] = [0, 0];
  for (const [nth, cells] of lines.entries()) {
    const line = nth + 2;
    const [dayCell = '', key = '', count = '', revenue = '', ownCurrency = ''] = places.map(
      at => cells[at] ?? '',
    );
    const day = dayOfCell(dayCell);
    if (day === null) return fault('day', line, dayCell);
    const count_e4 = wholeOf(count, COUNT_PLACES, sign);
    if (count_e4 === null || count_e4 < 0) return fault('number', line, count);
    const micros = wholeOf(revenue, MICRO_PLACES, sign);
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
