/** All rows of a kind as a file: brought again, each of its lines finds its row and changes nothing. */
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { DATA_FORMATS } from '../../../shared/contract/trust/migration.ts';
import { MIGRATION_FIELDS, type MigrationField } from '../../../shared/contract/trust/migrationKinds.ts';
import { csvHead, csvLine } from '../../../shared/web/csv.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { Found, Importer, Values } from './kinds/importer.ts';

const ROWS_A_CHUNK = 500;
type InTenant = <T>(act: (ctx: TransactionContext) => Promise<T>) => Promise<T>;
type Format = (typeof DATA_FORMATS)[number];

interface Chunk {
  last: string | undefined;
  values: readonly Values[];
}
async function chunkAfter(ctx: TransactionContext, importer: Importer, after: string | null): Promise<Chunk> {
  const { table, among } = importer;
  const rows = (await ctx.tx
    .select()
    .from(table as never)
    .where(
      and(
        ...[eq(table.tenant_id, ctx.tenant_id), isNull(table.deleted_at), among?.()],
        after === null ? undefined : gt(table.id, after),
      ),
    )
    .orderBy(asc(table.id))
    .limit(ROWS_A_CHUNK)) as unknown as Found[];
  await importer.attach?.(ctx, rows);
  return { last: rows.at(-1)?.id, values: (await importer.fieldsOf?.(ctx, rows)) ?? rows };
}

const isSaid = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
function cellOf({ as }: MigrationField, value: unknown): string | number | null {
  if (!isSaid(value)) return null;
  if (typeof value === 'number') return value;
  if (as === 'list') return (value as string[]).join(';');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export async function* exportOf(
  inTenant: InTenant,
  importer: Importer,
  format: Format,
): AsyncGenerator<string> {
  const { fields } = MIGRATION_FIELDS[importer.kind];
  const csv = (values: Values) => csvLine(fields.map(field => cellOf(field, values[field.name])));
  const json = (values: Values) =>
    JSON.stringify(
      Object.fromEntries(
        fields.flatMap(({ name }) => (isSaid(values[name]) ? [[name, values[name]] as const] : [])),
      ),
    );
  yield format === 'csv' ? csvHead(fields.map(({ name }) => name)) : '[';
  let isFirst = true;
  for (let after: string | null = null; ;) {
    const at: string | null = after;
    const { last, values }: Chunk = await inTenant(ctx => chunkAfter(ctx, importer, at));
    for (const row of values) {
      yield format === 'csv' ? csv(row) : `${isFirst ? '\n' : ',\n'}${json(row)}`;
      isFirst = false;
    }
    if (last === undefined) break;
    after = last;
  }
  if (format === 'json') yield '\n]\n';
}
