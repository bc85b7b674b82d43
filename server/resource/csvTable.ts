/** A table that somebody hands in as a CSV file: its lines by the columns of the first, and what is wrong with which. */
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import {
  MAX_IMPORT_ROWS,
  MAX_PROBLEMS,
  type ImportAnswer,
  type ImportProblem,
} from '../../shared/contract/imports/csvImport.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { fieldTexts } from '../../shared/contract/wire/messages.ts';

/** More than there are fields, as a line without its breaks has. */
const MAX_COLUMNS = 100;

interface Line {
  line: number;
  cells: string[];
}
const refuse = (text: string) => new AppError('VALIDATION', text, { csv: [text] });

function linesOf(csv: string): Line[] {
  const head = /^.*\S.*$/m.exec(csv)?.[0] ?? '';
  const delimiter = head.split(';').length > head.split(',').length ? ';' : ',';
  try {
    const parsed = parse(csv, {
      ...{ bom: true, delimiter, info: true, relax_column_count: true },
      ...{ skip_empty_lines: true, skip_records_with_empty_values: true, trim: true },
      to: MAX_IMPORT_ROWS + 2,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return parsed.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw refuse(`This is no CSV file: ${error.message}`);
    throw error;
  }
}

export interface TableShape<T extends z.core.$ZodType> {
  columns: readonly string[];
  schema: T;
  /** Makes a body of the cells of a line that are not empty. */
  bodyOf: (cells: Readonly<Record<string, string>>) => object;
  /** The column of a field of the body; the same name by default. */
  columnOf?: (field: string) => string;
}
export interface Table<V> {
  lines: number;
  rows: { line: number; value: V }[];
  problems: ImportProblem[];
}
const same = (field: string) => field;
/** An export writes a mark before what a table would take for a formula. */
const unmarked = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '');
/** What a decoder writes for what it cannot read. */
const UNREADABLE = '\uFFFD';

/** Throws VALIDATION at `csv` where it is no table at all. Columns of the first line stand in any order. */
export function readTable<T extends z.core.$ZodType>(csv: string, shape: TableShape<T>): Table<z.output<T>> {
  const { schema, bodyOf, columnOf = same } = shape;
  if (csv.includes(UNREADABLE)) throw refuse('Save it as CSV UTF-8.');
  const [head, ...lines] = linesOf(csv);
  if (!head) throw refuse('This file has no lines.');
  if (lines.length > MAX_IMPORT_ROWS) throw refuse(`At most ${MAX_IMPORT_ROWS} lines at once.`);
  if (head.cells.length > MAX_COLUMNS) throw refuse(`At most ${MAX_COLUMNS} columns.`);
  const columns = head.cells.map(name => name.toLowerCase());
  const problems: ImportProblem[] = columns
    .filter((name, i) => !shape.columns.includes(name) || columns.indexOf(name) !== i)
    .map(field => ({ line: head.line, field, text: 'Unknown field' }));
  const rows: Table<z.output<T>>['rows'] = [];
  for (const { line, cells } of problems.length > 0 ? [] : lines) {
    if (cells.length > columns.length) {
      problems.push({ line, field: String(columns.length + 1), text: 'Unknown field' });
      continue;
    }
    const filled = columns.flatMap((column, i) => (cells[i] ? [[column, unmarked(cells[i])] as const] : []));
    const parsed = z.safeParse(schema, bodyOf(Object.fromEntries(filled)));
    if (parsed.success) rows.push({ line, value: parsed.data });
    else
      for (const [field, [text = '']] of Object.entries(fieldTexts(parsed.error)))
        problems.push({ line, field: columnOf(field), text });
  }
  return { lines: lines.length, rows, problems };
}

export const answerOf = (
  { lines, problems }: Pick<Table<unknown>, 'lines' | 'problems'>,
  imported: number,
): ImportAnswer => ({
  ...{ lines, imported },
  wrong_lines: new Set(problems.map(({ line }) => line)).size,
  problems: problems.slice(0, MAX_PROBLEMS),
});
