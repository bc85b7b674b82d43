/** CSV as RFC 4180 says, safe to open in a spreadsheet. Pure. */

const BOM = '\ufeff';
/** A cell that begins so would be run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;
export const csvHead = (names: readonly string[]) => BOM + csvLine(names);
