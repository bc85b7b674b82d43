/** The tenant's own table of codes. What it says of a code counts for what is on screens already. */
import type { FastifyInstance } from 'fastify';
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import { alertGeocodes as contract, type AlertGeocode } from '../../shared/contract/alerts/geocode.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { commonFieldsOf } from '../db/rows.ts';
import { alertGeocodes } from '../db/schema.ts';
import { asSelectQuery, listing } from '../resource/listing.ts';
import { mountReads, mountWrites } from '../resource/mount.ts';
import { repository } from '../resource/repository.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { nextSet } from './screens/versions.ts';

type Row = typeof alertGeocodes.$inferSelect;
const geocodeListing = listing(contract)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(alertGeocodes)),
  fields: getTableColumns(alertGeocodes),
  id: alertGeocodes.id,
  scope: ({ tenant_id }) => eq(alertGeocodes.tenant_id, tenant_id),
  searchColumns: [alertGeocodes.scheme, alertGeocodes.value, alertGeocodes.name],
  filterColumns: { scheme: alertGeocodes.scheme },
  deleted_at: alertGeocodes.deleted_at,
  created_at: alertGeocodes.created_at,
  serialize: (_ctx, rows) => rows.map((row): AlertGeocode => ({ ...row, ...commonFieldsOf(row) })),
});

async function requireOnce(
  ctx: TransactionContext,
  { id, scheme, value }: Pick<Row, 'scheme' | 'value'> & { id?: string },
) {
  const [other] = await ctx.tx
    .select({ id: alertGeocodes.id })
    .from(alertGeocodes)
    .where(
      and(
        ...[eq(alertGeocodes.tenant_id, ctx.tenant_id), isNull(alertGeocodes.deleted_at)],
        sql`lower(${alertGeocodes.scheme}) = lower(${scheme}) and lower(${alertGeocodes.value}) = lower(${value})`,
        id === undefined ? undefined : ne(alertGeocodes.id, id),
      ),
    );
  const text = 'This code is in the table already.';
  if (other) throw new AppError('VALIDATION', text, { value: [text] });
}

const kept = repository({
  entity: contract,
  table: alertGeocodes,
  listing: geocodeListing,
  validate: requireOnce,
  afterWrite: async ctx => void (await nextSet(ctx)),
});

export function geocodeRoutes(app: FastifyInstance): void {
  mountReads(app, contract, geocodeListing);
  mountWrites(app, contract, {
    ...kept,
    async remove(ctx, id, expected) {
      await kept.remove(ctx, id, expected);
      await nextSet(ctx);
    },
  });
}
