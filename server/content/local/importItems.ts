/** Items from a CSV file: all of its lines, or none. */
import { CsvError, parse } from 'csv-parse/sync';
import type * as z from 'zod/mini';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/contentImport.ts';
import type { ImportAnswer, ImportProblem } from '../../../shared/contract/content/contentImport.ts';
import { contentItemCreate, type ContentBody } from '../../../shared/contract/content/contentItem.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { uuid7 } from '../../../shared/random.ts';
import { contentItems } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { columnsOf } from './items.ts';

/** More than there are fields, as a line without its breaks has. */
const MAX_COLUMNS = 100;
/** Rows of one statement. */
const BATCH = 500;
const NUMBERS = /^(lat|lng|radius_m|priority|price_level|duration_min|\w+_minor)$/;
const TIMES = /^(starts_at|ends_at|event_starts_at|event_ends_at|published_at)$/;
/** A time without its zone would mean another moment elsewhere. */
const ZONED = /(z|[+-]\d\d:?\d\d)$/i;
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

interface Line {
  line: number;
  cells: string[];
}
const refuse = (text: string) => new AppError('VALIDATION', text, { csv: [text] });

function linesOf(csv: string): Line[] {
  const head = /^.*$/m.exec(csv)?.[0] ?? '';
  const delimiter = head.split(';').length > head.split(',').length ? ';' : ',';
  try {
    const parsed = parse(csv, {
      ...{ bom: true, delimiter, info: true, relax_column_count: true },
      ...{ skip_empty_lines: true, trim: true, to: contract.MAX_IMPORT_ROWS + 2 },
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return parsed.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw refuse(`This is no CSV file: ${error.message}`);
    throw error;
  }
}

/** What a cell says; a text that is none of its kind is left for the schema to refuse. */
function valueOf(column: string, cell: string): unknown {
  if (NUMBERS.test(column)) return Number(cell);
  if (column === 'public') return FLAGS[cell.toLowerCase()] ?? cell;
  const ms = TIMES.test(column) && ZONED.test(cell) ? Date.parse(cell) : Number.NaN;
  return Number.isNaN(ms) ? cell : instant(ms);
}
/** One object of the columns of a line; empty cells say nothing. */
function itemOf(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const filled = columns.flatMap((column, i) => {
    const cell = cells[i] ?? '';
    return cell === '' ? [] : [[column, valueOf(column, cell)] as const];
  });
  const { title_en = '', title_zh = '', body_en = '', body_zh = '', ...rest } = Object.fromEntries(filled);
  const { lat, lng, radius_m, ...fields } = rest;
  const hasPlace = [lat, lng, radius_m].some(part => part !== undefined);
  return {
    ...fields,
    title: { en: title_en, zh: title_zh },
    body: { en: body_en, zh: body_zh },
    ...(hasPlace && { geo: { lat, lng, radius_m } }),
  };
}

const columnOf = (field: string) =>
  field.replace(/^(title|body)\.(en|zh)$/, '$1_$2').replace(/^geo\.(\w+)$/, '$1');
function problemsOf(line: number, error: z.core.$ZodError): ImportProblem[] {
  return Object.entries(fieldTexts(error)).map(([field, [text = '']]) => ({
    line,
    field: columnOf(field),
    text,
  }));
}

interface Read {
  lines: number;
  bodies: ContentBody[];
  problems: ImportProblem[];
}
function readItems({ csv, kind }: Pick<Body<typeof contract.importItems>, 'csv' | 'kind'>): Read {
  const [head, ...lines] = linesOf(csv);
  if (!head) throw refuse('This file has no lines.');
  if (lines.length > contract.MAX_IMPORT_ROWS)
    throw refuse(`At most ${contract.MAX_IMPORT_ROWS} lines at once.`);
  if (head.cells.length > MAX_COLUMNS) throw refuse(`At most ${MAX_COLUMNS} columns.`);
  const columns = head.cells.map(name => name.toLowerCase());
  const problems: ImportProblem[] = columns
    .filter((name, i) => !contract.IMPORT_COLUMNS.includes(name) || columns.indexOf(name) !== i)
    .map(field => ({ line: head.line, field, text: 'Unknown field' }));
  const bodies: ContentBody[] = [];
  for (const { line, cells } of problems.length > 0 ? [] : lines) {
    if (cells.length > columns.length) {
      problems.push({ line, field: String(columns.length + 1), text: 'Unknown field' });
      continue;
    }
    const parsed = contentItemCreate.safeParse({ ...(kind && { kind }), ...itemOf(columns, cells) });
    if (parsed.success) bodies.push(parsed.data);
    else problems.push(...problemsOf(line, parsed.error));
  }
  return { lines: lines.length, bodies, problems };
}

export async function importContent(
  ctx: TransactionContext,
  { dry_run, ...input }: Body<typeof contract.importItems>,
): Promise<ImportAnswer> {
  const { lines, bodies, problems } = readItems(input);
  const isWritten = !dry_run && problems.length === 0;
  if (isWritten) await insertAll(ctx, bodies);
  const imported = isWritten ? bodies.length : 0;
  ctx.auditNote.after = { dry_run, lines, imported };
  return {
    ...{ lines, imported },
    wrong_lines: new Set(problems.map(({ line }) => line)).size,
    problems: problems.slice(0, contract.MAX_PROBLEMS),
  };
}

async function insertAll(ctx: TransactionContext, bodies: readonly ContentBody[]) {
  const { tx, tenant_id, user_id, now } = ctx;
  const at = { created_at: dateOf(now), updated_at: dateOf(now), edited_by: withEditor(ctx) };
  const rows = bodies.map(body => ({
    ...columnsOf(body),
    ...at,
    ...{ id: uuid7(now), tenant_id, created_by: user_id, source: 'import' as const },
  }));
  for (let from = 0; from < rows.length; from += BATCH)
    await tx.insert(contentItems).values(rows.slice(from, from + BATCH));
}
