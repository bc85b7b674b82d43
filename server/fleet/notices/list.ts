/** Notices for the console. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import * as contract from '../../../shared/contract/fleet/notice.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { notices } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';

export const noticeListing = listing(contract.notices)<typeof notices.$inferSelect>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(notices)),
  fields: getTableColumns(notices),
  id: notices.id,
  scope: ({ tenant_id }) => eq(notices.tenant_id, tenant_id),
  searchColumns: [sql`${notices.lines}::text`],
  filterColumns: { kind: notices.kind },
  deleted_at: notices.deleted_at,
  created_at: notices.created_at,
  serialize: (_work, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});
