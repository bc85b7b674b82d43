/** What people were told, as the console reads it. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import * as contract from '../../../shared/contract/fleet/notice.ts';
import type { Notice } from '../../../shared/contract/fleet/notice.ts';
import { commonOf } from '../../db/rows.ts';
import { notices } from '../../db/schema.ts';
import { listing, reading } from '../../resource/listing.ts';

export const noticeListing = listing<typeof notices.$inferSelect, Notice>({
  entity: contract.notices,
  from: (tx, fields) => reading(tx.select(fields as never).from(notices)),
  fields: getTableColumns(notices),
  id: notices.id,
  scope: ({ tenant_id }) => eq(notices.tenant_id, tenant_id),
  searched: [sql`${notices.lines}::text`],
  told: { kind: notices.kind },
  deleted_at: notices.deleted_at,
  created_at: notices.created_at,
  shown: (_work, rows) => rows.map(row => ({ ...row, ...commonOf(row) })),
});
