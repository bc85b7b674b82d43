/** Writes an item; the documents that show it follow. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { ContentRow } from './items.ts';

type Watched = Pick<ContentRow, 'state' | 'deleted_at' | 'waiting'>;
/** Screens show it, or somebody is to decide about it before it ends. */
export const isWatched = ({ state, deleted_at, waiting }: Watched): boolean =>
  deleted_at === null && (state === 'live' || state === 'in_review' || waiting !== null);

export async function writeItem(
  ctx: TransactionContext,
  before: ContentRow,
  set: Partial<ContentRow>,
): Promise<ContentRow> {
  const { tx, tenant_id, now } = ctx;
  const due = isWatched(before) || isWatched({ ...before, ...set }) ? { due_at: dateOf(now) } : {};
  const [written] = await tx
    .update(contentItems)
    .set({ ...set, ...due, version: before.version + 1, updated_at: dateOf(now) })
    .where(and(eq(contentItems.id, before.id), eq(contentItems.tenant_id, tenant_id)))
    .returning();
  return written!;
}
