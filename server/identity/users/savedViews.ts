/** How somebody likes to look at a list: his own, and what others of the tenant share. */
import { and, eq, getTableColumns, ne, or } from 'drizzle-orm';
import { savedViews as contract, type SavedView } from '../../../shared/contract/identity/savedView.ts';
import { commonOf } from '../../db/rows.ts';
import { savedViews } from '../../db/schema.ts';
import { listing, reading } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';

const mine = ({ by }: Work) => eq(savedViews.user_id, by ?? '');

/** A list opens with one view at most: the newest choice takes the place of the former. */
async function onlyDefault(work: Work, view: Pick<SavedView, 'id' | 'resource' | 'is_default'>) {
  if (!view.is_default) return;
  await work.tx
    .update(savedViews)
    .set({ is_default: false })
    .where(and(mine(work), eq(savedViews.resource, view.resource), ne(savedViews.id, view.id)));
}

export const viewListing = listing<typeof savedViews.$inferSelect, SavedView>({
  entity: contract,
  from: (tx, fields) => reading(tx.select(fields as never).from(savedViews)),
  fields: getTableColumns(savedViews),
  id: savedViews.id,
  scope: work => and(eq(savedViews.tenant_id, work.tenant_id), or(mine(work), eq(savedViews.shared, true))),
  sorts: { name: savedViews.name, created_at: savedViews.created_at },
  searched: [savedViews.name],
  told: { resource: savedViews.resource },
  deleted_at: savedViews.deleted_at,
  created_at: savedViews.created_at,
  shown: (_work, rows) => rows.map(row => ({ ...row, ...commonOf(row) })),
});
export const keptViews = repository({
  entity: contract,
  table: savedViews,
  listing: viewListing,
  mine,
  born: ({ by }) => ({ user_id: by }),
  then: onlyDefault,
});
