/** Items from a CSV file: all of its lines, or none. */
import { dateOf, instant } from '../../../shared/clock.ts';
import { IMPORT_COLUMNS, type importItems } from '../../../shared/contract/imports/contentImport.ts';
import type { ImportAnswer } from '../../../shared/contract/imports/csvImport.ts';
import { contentItemCreate, type ContentBody } from '../../../shared/contract/content/contentItem.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { contentItems } from '../../db/schema.ts';
import { answerOf, readTable } from '../../resource/csvTable.ts';
import { withEditor } from '../../resource/editors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { columnsOf } from './items.ts';

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

/** What a cell says; a text that is none of its kind is left for the schema to refuse. */
function valueOf(column: string, cell: string): unknown {
  if (NUMBERS.test(column)) return Number(cell);
  if (column === 'public') return FLAGS[cell.toLowerCase()] ?? cell;
  const ms = TIMES.test(column) && ZONED.test(cell) ? Date.parse(cell) : Number.NaN;
  return Number.isNaN(ms) ? cell : instant(ms);
}
/** One object of the cells of a line. */
function itemOf(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const values = Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, valueOf(column, cell)]),
  );
  const { title_en = '', title_zh = '', body_en = '', body_zh = '', ...rest } = values;
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
export async function importContent(
  ctx: TransactionContext,
  { csv, dry_run, kind }: Body<typeof importItems>,
): Promise<ImportAnswer> {
  const table = readTable(csv, {
    ...{ columns: IMPORT_COLUMNS, schema: contentItemCreate, columnOf },
    bodyOf: cells => ({ ...(kind && { kind }), ...itemOf(cells) }),
  });
  const isWritten = !dry_run && table.problems.length === 0;
  if (isWritten)
    await insertAll(
      ctx,
      table.rows.map(({ value }) => value),
    );
  const imported = isWritten ? table.rows.length : 0;
  ctx.auditNote.after = { dry_run, lines: table.lines, imported };
  return answerOf(table, imported);
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
