/** CSV as in RFC 4180, protected against formula injection. Pure. */

const BOM = '\ufeff';
/** A spreadsheet would evaluate a cell with this start as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;
export const csvHead = (names: readonly string[]) => BOM + csvLine(names);
