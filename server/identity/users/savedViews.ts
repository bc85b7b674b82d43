/** Saved views of lists: the user's own, and those that others of the tenant share. */
import { and, eq, getTableColumns, ne, or } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import { savedViews as contract, type SavedView } from '../../../shared/contract/identity/savedView.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { savedViews } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

function ownerOf({ user_id }: TransactionContext): string {
  if (user_id === null) throw new Error('only a user saves a view');
  return user_id;
}
const ownViews = ({ user_id }: TransactionContext) => equals(savedViews.user_id, user_id);

/** A list has at most one default view: the newest choice replaces the previous one. */
async function clearOtherDefaults(
  ctx: TransactionContext,
  view: Pick<SavedView, 'id' | 'resource' | 'is_default'>,
) {
  if (!view.is_default) return;
  await ctx.tx
    .update(savedViews)
    .set({ is_default: false })
    .where(and(ownViews(ctx), eq(savedViews.resource, view.resource), ne(savedViews.id, view.id)));
}

export const viewListing = listing(contract)<typeof savedViews.$inferSelect>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(savedViews)),
  fields: getTableColumns(savedViews),
  id: savedViews.id,
  scope: ctx => and(eq(savedViews.tenant_id, ctx.tenant_id), or(ownViews(ctx), eq(savedViews.shared, true))),
  sortColumns: { name: savedViews.name, created_at: savedViews.created_at },
  searchColumns: [savedViews.name],
  filterColumns: { resource: savedViews.resource },
  deleted_at: savedViews.deleted_at,
  created_at: savedViews.created_at,
  serialize: (_work, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});
export const viewRepository = repository({
  entity: contract,
  table: savedViews,
  listing: viewListing,
  ownerScope: ownViews,
  insertDefaults: ctx => ({ user_id: ownerOf(ctx) }),
  afterWrite: clearOtherDefaults,
});
