/** A file as columns and lines: CSV whose first line names its columns, or a JSON array of flat objects. Pure. */
import { CsvError, parse } from 'csv-parse/sync';
import { MAX_COLUMNS, MAX_LINES } from '../../../shared/contract/trust/migration.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';

export interface ReadFile {
  columns: string[];
  /** By column; an empty cell is left out. */
  lines: Record<string, string>[];
}
const refuse = (text: string) => new AppError('VALIDATION', text, { content: [text] });

/** Throws VALIDATION that says what is wrong with it. */
export function readFile(content: string): ReadFile {
  const read = /^\s*\[/.test(content) ? readJson(content) : readCsv(content);
  if (read.lines.length === 0) throw refuse('This file has no lines.');
  if (read.lines.length > MAX_LINES) throw refuse(`At most ${MAX_LINES} lines at once.`);
  if (read.columns.length > MAX_COLUMNS) throw refuse(`At most ${MAX_COLUMNS} columns.`);
  return read;
}

function readCsv(content: string): ReadFile {
  const head = /^.*$/m.exec(content)?.[0] ?? '';
  const delimiter = [',', ';', '\t'].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  );
  let records: string[][];
  try {
    records = parse(content, {
      ...{ bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true },
      to: MAX_LINES + 2,
    });
  } catch (error) {
    if (error instanceof CsvError) throw refuse(`This is no CSV file: ${error.message}`);
    throw error;
  }
  const [columns = [], ...rest] = records;
  const twice = columns.find((name, n) => name === '' || columns.indexOf(name) !== n);
  if (twice !== undefined) throw refuse(`Each column needs a name of its own, not "${twice}".`);
  const long = rest.findIndex(cells => cells.length > columns.length);
  if (long >= 0) throw refuse(`Line ${long + 2} has more cells than there are columns.`);
  const lines = rest.map(cells =>
    Object.fromEntries(filled(columns.map((name, n) => [name, cells[n] ?? '']))),
  );
  return { columns, lines };
}

/** An apostrophe that our own reports put before what a spreadsheet would take for a formula. */
const plain = (value: string) => value.replace(/^'(?=[=+\-@])/, '');
const filled = (cells: [name: string, value: string][]) =>
  cells.filter(([, value]) => value !== '').map(([name, value]): [string, string] => [name, plain(value)]);

function readJson(content: string): ReadFile {
  let rows: unknown;
  try {
    rows = JSON.parse(content);
  } catch (error) {
    throw refuse(`This is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!Array.isArray(rows)) throw refuse('A JSON file holds an array of objects.');
  const columns = new Set<string>();
  const lines = rows.map((row: unknown, n) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw refuse(`Entry ${n + 1} is no object.`);
    const cells = Object.entries(row).map(([name, value]): [string, string] => [name, textOf(value, n)]);
    for (const [name] of cells) columns.add(name);
    return Object.fromEntries(filled(cells));
  });
  return { columns: [...columns], lines };
}

/** A list as the cell of a table writes it. */
function textOf(value: unknown, n: number): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(one => textOf(one, n)).join(';');
  if (typeof value === 'object') throw refuse(`Entry ${n + 1} holds an object within an object.`);
  return `${value as string | number | boolean}`.trim();
}
