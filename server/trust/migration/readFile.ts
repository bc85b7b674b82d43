/** A file as columns and lines: CSV whose first line names its columns, or a JSON array of objects. It is read in slices, so that a large one keeps nobody waiting. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { MAX_COLUMNS, MAX_LINES } from '../../../shared/contract/trust/migration.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';

export interface ReadFile {
  columns: string[];
  /** By column; an empty cell is left out. */
  lines: Record<string, string>[];
}
const refuse = (text: string) => new AppError('VALIDATION', text, { content: [text] });

function requireFewColumns(columns: readonly string[]): void {
  if (columns.length > MAX_COLUMNS) throw refuse(`At most ${MAX_COLUMNS} columns.`);
}

/** Throws VALIDATION that says what is wrong with it. */
export async function readFile(file: string): Promise<ReadFile> {
  const content = file.replace(/^\uFEFF/, '');
  const read = /^\s*\[/.test(content) ? await readJson(content) : await readCsv(content);
  if (read.lines.length === 0) throw refuse('This file has no lines.');
  if (read.lines.length > MAX_LINES) throw refuse(`At most ${MAX_LINES} lines at once.`);
  requireFewColumns(read.columns);
  return read;
}

/** Characters that are read before others have their turn. */
const SLICE = 262_144;
/** What a spreadsheet of some languages writes in its first line to name the sign between cells. */
const SEP = /^"?sep=(.)"?\r?\n/i;

async function recordsOf(content: string, delimiter: string): Promise<string[][]> {
  const parser = parse({
    ...{ delimiter, relax_column_count: true, skip_empty_lines: true, trim: true },
    to: MAX_LINES + 2,
  });
  const records: string[][] = [];
  parser.on('readable', () => {
    for (let record: unknown; (record = parser.read()) !== null;) records.push(record as string[]);
  });
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', reject);
  });
  ended.catch(() => undefined);
  for (let from = 0; from < content.length && !parser.destroyed; from += SLICE) {
    parser.write(content.slice(from, from + SLICE));
    await nextTurn();
  }
  parser.end();
  await ended;
  return records;
}

async function readCsv(file: string): Promise<ReadFile> {
  const named = SEP.exec(file);
  const content = named ? file.slice(named[0].length) : file;
  const head = /^.*$/m.exec(content)?.[0] ?? '';
  const delimiter =
    named?.[1] ??
    [',', ';', '\t'].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
  let records: string[][];
  try {
    records = await recordsOf(content, delimiter);
  } catch (error) {
    if (error instanceof CsvError) throw refuse(`This is no CSV file: ${error.message}`);
    throw error;
  }
  const [heads = [], ...rows] = records.map(withoutEmptyEnd);
  requireFewColumns(heads);
  const rest = rows.filter(cells => cells.length > 0);
  const twice = heads.find((name, n) => name === '' || heads.indexOf(name) !== n);
  if (twice !== undefined) throw refuse(`Each column needs a name of its own, not "${twice}".`);
  const long = rows.findIndex(cells => cells.length > heads.length);
  if (long >= 0) throw refuse(`Line ${long + 2} has more cells than there are columns.`);
  const lines = rest.map(cells => Object.fromEntries(filled(heads.map((name, n) => [name, cells[n] ?? '']))));
  return { columns: heads, lines };
}
/** Spreadsheets end lines with empty cells, and files with empty lines, where something stood once. */
function withoutEmptyEnd(cells: string[]): string[] {
  const last = cells.findLastIndex(cell => cell !== '');
  return cells.slice(0, last + 1);
}

/** An apostrophe that our own reports put before what a spreadsheet would take for a formula. */
const plain = (value: string) => value.replace(/^'(?=[=+\-@])/, '');
const filled = (cells: [name: string, value: string][]) =>
  cells.filter(([, value]) => value !== '').map(([name, value]): [string, string] => [name, plain(value)]);

async function readJson(content: string): Promise<ReadFile> {
  let rows: unknown;
  try {
    rows = JSON.parse(content);
  } catch (error) {
    throw refuse(`This is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!Array.isArray(rows)) throw refuse('A JSON file holds an array of objects.');
  const columns = new Set<string>();
  if (rows.length > MAX_LINES) throw refuse(`At most ${MAX_LINES} lines at once.`);
  const lines: ReadFile['lines'] = [];
  for (const [n, row] of (rows as unknown[]).entries()) {
    if (n % ROWS_A_TURN === 0) await nextTurn();
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw refuse(`Entry ${n + 1} is no object.`);
    const cells = Object.entries(row).map(([name, value]): [string, string] => [name, textOf(value)]);
    for (const [name] of cells) columns.add(name);
    lines.push(Object.fromEntries(filled(cells)));
  }
  return { columns: [...columns], lines };
}

const ROWS_A_TURN = 2_000;
/** A list of words as the cell of a table writes it; what holds objects stays JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every(one => typeof one !== 'object'))
    return value.map(one => textOf(one)).join(';');
  if (typeof value === 'object') return JSON.stringify(value);
  return `${value as string | number | boolean}`.trim();
}
