/** Writes an item: what screens and whoever decides are given of it follows. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { followItem } from '../submissions/contentSubmissions.ts';
import { isPublished, settleCard } from './cards.ts';
import type { ContentRow } from './items.ts';

/** An edit that waits goes with what it was to change, when that leaves the screens for good. */
export async function writeItem(
  ctx: TransactionContext,
  before: ContentRow,
  set: Partial<typeof contentItems.$inferInsert>,
): Promise<ContentRow> {
  const { tx, tenant_id, now } = ctx;
  const waiting = isPublished({ ...before, ...set }) ? {} : { waiting: null };
  const [written] = await tx
    .update(contentItems)
    .set({ ...set, ...waiting, version: before.version + 1, updated_at: dateOf(now) })
    .where(and(eq(contentItems.id, before.id), eq(contentItems.tenant_id, tenant_id)))
    .returning();
  return settleItem(ctx, written!, before);
}

/** `before`: null where it has just been made. */
export async function settleItem(
  ctx: TransactionContext,
  row: ContentRow,
  before: ContentRow | null,
): Promise<ContentRow> {
  const settled = await settleCard(ctx, row, before);
  const hasMoved = before?.state !== settled.state || before.deleted_at !== settled.deleted_at;
  const hasEdit = settled.waiting !== null || (before?.waiting ?? null) !== null;
  if (settled.state === 'in_review' || hasEdit || (before !== null && hasMoved))
    await followItem(ctx, settled);
  return settled;
}
