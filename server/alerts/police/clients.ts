/** Partners: their list and their changes. */
import type { FastifyInstance } from 'fastify';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import {
  policeClients as contract,
  type PoliceClient,
} from '../../../shared/contract/alerts/policeClient.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf, rowsOf } from '../../db/rows.ts';
import { policeClients } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Row = typeof policeClients.$inferSelect & { keys: number };
/** Counted apart from the list, because the count depends on the time of the transaction. */
const keysOf = async ({ tx, tenant_id, now }: TransactionContext) => {
  const rows = rowsOf<{ client_id: string; n: number }>(
    await tx.execute(sql`
    select client_id, count(*)::int as n from police_keys
    where tenant_id = ${tenant_id} and state <> 'revoked' and expires_at > ${instant(now)}::timestamptz
    group by client_id`),
  );
  return new Map(rows.map(({ client_id, n }) => [client_id, n]));
};

const clientListing = listing(contract)<Omit<Row, 'keys'>>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(policeClients)),
  fields: getTableColumns(policeClients),
  id: policeClients.id,
  scope: ({ tenant_id }) => eq(policeClients.tenant_id, tenant_id),
  searchColumns: [policeClients.agency, policeClients.contact],
  filterColumns: { state: policeClients.state },
  deleted_at: policeClients.deleted_at,
  created_at: policeClients.created_at,
  async serialize(ctx, rows): Promise<PoliceClient[]> {
    const keys = await keysOf(ctx);
    return rows.map(row => ({ ...row, keys: keys.get(row.id) ?? 0, ...commonFieldsOf(row) }));
  },
});

const kept = repository({
  entity: contract,
  table: policeClients,
  listing: clientListing,
  stateColumn: 'state',
  async beforeRemove(ctx, id) {
    const keys = (await keysOf(ctx)).get(id) ?? 0;
    if (keys > 0) throw new AppError('IN_USE', 'Revoke its keys first.', { keys });
  },
});

export function clientRoutes(app: FastifyInstance): void {
  mountReads(app, contract, clientListing);
  mountWrites(app, contract, kept);
}
