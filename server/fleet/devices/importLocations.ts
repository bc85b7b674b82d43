/** Locations from a CSV file: all of its lines, or none. A line whose external id is there already changes that location. */
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import type { ImportAnswer } from '../../../shared/contract/imports/csvImport.ts';
import {
  DEFAULT_RADIUS_M,
  LOCATION_COLUMNS,
  locationLine,
  type importLocations as contract,
} from '../../../shared/contract/imports/locationImport.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { refreshSets } from '../../alerts/screens/versions.ts';
import { locations, tenants } from '../../db/schema.ts';
import { isVenue, NO_VENUE, venueFor } from '../../venues/venues.ts';
import { answerOf, readTable, type Table } from '../../resource/csvTable.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** Rows of one statement. */
const BATCH = 500;
const NUMBERS: readonly string[] = ['lat', 'lng', 'radius_m'];
/** What is none of these is left for the schema to refuse. */
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;
type Lines = Table<z.output<typeof locationLine>>;

/** A venue is written as its number in OpenOOH 1.1, as in the form. */
const bodyOf = ({ venue, ...cells }: Readonly<Record<string, string>>) => ({
  ...(venue !== undefined && { venue: { openooh_1_1: venue } }),
  ...Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [
      column,
      NUMBERS.includes(column) && PLAIN_NUMBER.test(cell) ? Number(cell) : cell,
    ]),
  ),
});
/** Of what is wrong within a cell. */
const columnOf = (field: string) => field.replace(/\..*/, '');

export async function importLocations(
  ctx: TransactionContext,
  { csv, dry_run }: Body<typeof contract>,
): Promise<ImportAnswer> {
  /** Two files at once would each add what the other does not see. */
  await ctx.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`locations ${ctx.tenant_id}`}, 0))`,
  );
  const table = readTable(csv, { columns: LOCATION_COLUMNS, schema: locationLine, bodyOf, columnOf });
  const present = await presentRows(ctx, table.rows);
  table.problems.push(...ambiguous(table.rows, present), ...unknownVenues(table.rows));
  const isWritten = !dry_run && table.problems.length === 0;
  const written = isWritten ? await writeAll(ctx, table.rows, present) : { made: [], changed: [] };
  const imported = isWritten ? table.rows.length : 0;
  ctx.auditNote.after = { dry_run, lines: table.lines, imported, ...written };
  return answerOf(table, imported);
}

type Row = typeof locations.$inferSelect;
type Present = ReadonlyMap<string, readonly Row[]>;

/** The locations that the lines name by their external ids; nobody changes them meanwhile. */
async function presentRows({ tx, tenant_id }: TransactionContext, rows: Lines['rows']): Promise<Present> {
  const named = rows.flatMap(({ value }) => value.external_id ?? []);
  if (named.length === 0) return new Map();
  const found = await tx
    .select()
    .from(locations)
    .where(
      and(
        eq(locations.tenant_id, tenant_id),
        isNull(locations.deleted_at),
        inArray(locations.external_id, named),
      ),
    )
    .orderBy(locations.id)
    .for('update');
  const rowsOf = new Map<string, Row[]>();
  for (const row of found) {
    const key = row.external_id ?? '';
    rowsOf.set(key, [...(rowsOf.get(key) ?? []), row]);
  }
  return rowsOf;
}

/** An external id that stands in two lines or at two locations does not say which is to be changed. */
function ambiguous(rows: Lines['rows'], present: Present) {
  const seen = new Set<string>();
  return rows.flatMap(({ line, value: { external_id } }) => {
    if (external_id == null) return [];
    const isAgain = seen.has(external_id) || (present.get(external_id)?.length ?? 0) > 1;
    seen.add(external_id);
    return isAgain ? [{ line, field: 'external_id', text: 'Each only once' }] : [];
  });
}

const unknownVenues = (rows: Lines['rows']) =>
  rows.flatMap(({ line, value: { venue } }) =>
    venue && !isVenue(venue.openooh_1_1) ? [{ line, field: 'venue', text: NO_VENUE }] : [],
  );

const EXCLUDED = Object.fromEntries(
  Object.entries(getTableColumns(locations)).map(([field, { name }]) => [
    field,
    sql`excluded.${sql.identifier(name)}`,
  ]),
);

/** Ids, as the audit log names them. */
interface Written {
  made: string[];
  changed: string[];
}
async function writeAll(ctx: TransactionContext, rows: Lines['rows'], present: Present): Promise<Written> {
  const { tx, tenant_id, user_id, now } = ctx;
  const [home] = await tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.id, tenant_id));
  const updated_at = dateOf(now);
  const blank = { address: '', radius_m: DEFAULT_RADIUS_M, tz: home?.tz ?? 'UTC' };
  const own = { tenant_id, created_by: user_id, created_at: updated_at, updated_at };
  const written = rows.map(({ value: { venue, ...plain } }): typeof locations.$inferInsert => {
    const value = { ...plain, ...(venue && { venue: venueFor(venue) }) };
    const [row] = present.get(value.external_id ?? '') ?? [];
    return row === undefined
      ? { ...blank, ...value, ...own, id: uuid7(now) }
      : { ...row, ...value, updated_at, version: row.version + 1 };
  });
  for (let from = 0; from < written.length; from += BATCH)
    await tx
      .insert(locations)
      .values(written.slice(from, from + BATCH))
      .onConflictDoUpdate({ target: locations.id, set: EXCLUDED });
  /** Screens that stand there may be inside other alerts' areas now. */
  await refreshSets(ctx);
  const idsOf = (isThere: boolean) =>
    written.filter(({ version = 1 }) => version > 1 === isThere).map(({ id }) => id);
  return { made: idsOf(false), changed: idsOf(true) };
}
