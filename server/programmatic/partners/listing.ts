/** Partners as they are listed: without their secret, and with how many screens they know. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { partners as contract, type Partner } from '../../../shared/contract/programmatic/partner.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { inventoryMappings, partners } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';

const { auth_secret: _secret, ...columns } = getTableColumns(partners);
type Row = Omit<typeof partners.$inferSelect, 'auth_secret'> & { mapped: number };

export const partnerListing = listing(contract)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(partners)),
  fields: {
    ...columns,
    mapped: sql<number>`(
      select count(*)::int from ${inventoryMappings} m
      where m.partner_id = partners.id and m.state = 'mapped' and m.deleted_at is null)`.mapWith(Number),
  },
  id: partners.id,
  scope: ({ tenant_id }) => eq(partners.tenant_id, tenant_id),
  sortColumns: {
    name: partners.name,
    kind: partners.kind,
    state: partners.state,
    created_at: partners.created_at,
    updated_at: partners.updated_at,
  },
  searchColumns: [partners.name, partners.endpoint_url],
  filterColumns: { state: partners.state, kind: partners.kind },
  deleted_at: partners.deleted_at,
  created_at: partners.created_at,
  /** The archive is listed only on request. */
  defaultFilter: ({ state = [] }) => (state.length > 0 ? undefined : sql`${partners.state} <> 'archived'`),
  serialize: (_ctx, rows) =>
    rows.map(({ auth_type, auth_name, auth_last4, ...row }): Partner => ({
      ...row,
      auth: { type: auth_type, name: auth_name, last4: auth_last4 },
      ...commonFieldsOf(row),
    })),
});
