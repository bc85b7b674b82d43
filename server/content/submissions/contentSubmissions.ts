/** Local content that waits for a decision: its submission follows what becomes of the item. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { OPEN_SUBMISSIONS, SLA_MS } from '../../../shared/contract/content/submission.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { submissions, type contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { writeSubmission, type SubmissionRow } from './submissions.ts';

type Item = Pick<typeof contentItems.$inferSelect, 'id' | 'state' | 'card_id' | 'deleted_at'>;

/** The one that is open, locked. */
export async function openSubmissionOf(
  { tx, tenant_id }: TransactionContext,
  content_item_id: string,
): Promise<SubmissionRow | undefined> {
  const [row] = await tx
    .select()
    .from(submissions)
    .where(
      and(
        ...[eq(submissions.tenant_id, tenant_id), eq(submissions.content_item_id, content_item_id)],
        inArray(submissions.state, OPEN_SUBMISSIONS),
      ),
    )
    .for('update');
  return row;
}

/**
 * An item in review stands in the queue with its card. While somebody looks at it, it stays as he sees it; one that
 * leaves the queue by itself is withdrawn.
 */
export async function followItem(ctx: TransactionContext, item: Item): Promise<void> {
  const open = await openSubmissionOf(ctx, item.id);
  const { card_id } = item;
  if (item.deleted_at !== null || item.state !== 'in_review' || card_id === null) {
    const isDraft = item.state === 'draft' && item.deleted_at === null;
    if (!open || isDraft) return;
    requireNobodyLooks(open);
    return writeSubmission(ctx, open, { state: 'withdrawn' });
  }
  if (!open) return insertSubmission(ctx, { content_item_id: item.id, asset_id: card_id });
  if (open.state === 'changes_requested')
    return writeSubmission(ctx, open, {
      ...{ state: 'pending', assigned_to: null, asset_id: card_id },
      sla_due: dateOf(ctx.now + SLA_MS),
    });
  if (open.asset_id === card_id) return;
  requireNobodyLooks(open);
  return writeSubmission(ctx, open, { asset_id: card_id });
}

export const isLookedAt = (open: Pick<SubmissionRow, 'state'> | undefined) => open?.state === 'in_review';
function requireNobodyLooks(open: SubmissionRow) {
  if (isLookedAt(open))
    throw new AppError('IN_USE', 'Somebody is deciding about this.', { by: 'submissions' });
}

async function insertSubmission(
  { tx, tenant_id, user_id, now }: TransactionContext,
  subject: { content_item_id: string; asset_id: string },
): Promise<void> {
  const at = { created_at: dateOf(now), updated_at: dateOf(now), created_by: user_id };
  await tx.insert(submissions).values({
    ...{ id: uuid7(now), tenant_id, subject: 'content_item', ...subject, ...at },
    sla_due: dateOf(now + SLA_MS),
  });
}
