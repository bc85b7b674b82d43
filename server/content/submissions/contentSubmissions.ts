/** Local content that waits for a decision: its submission follows what becomes of the item. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { OPEN_SUBMISSIONS, SLA_MS } from '../../../shared/contract/content/submission.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { submissions, type contentItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { writeSubmission, type SubmissionRow } from './submissions.ts';

type Item = Pick<typeof contentItems.$inferSelect, 'id' | 'state' | 'card_id' | 'deleted_at' | 'waiting'>;

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

/** The card that somebody is to decide about. */
const cardToDecide = ({ state, card_id, waiting }: Item) =>
  state === 'in_review' ? card_id : (waiting?.card_id ?? null);

/** The server has drawn it anew, without a picture that may not be shown: also before whoever looks at it. */
export async function submitCard(ctx: TransactionContext, item: Item): Promise<void> {
  const asset_id = cardToDecide(item);
  const open = await openSubmissionOf(ctx, item.id);
  if (open && asset_id !== null && open.asset_id !== asset_id) await writeSubmission(ctx, open, { asset_id });
}

/**
 * An item in review stands in the queue with its card, and so does an edit of a published one. While somebody looks at
 * it, it stays as he sees it; one that leaves the queue by itself is withdrawn.
 */
export async function followItem(ctx: TransactionContext, item: Item): Promise<void> {
  const open = await openSubmissionOf(ctx, item.id);
  const card_id = cardToDecide(item);
  if (item.deleted_at !== null || card_id === null) {
    const isDraft = item.state === 'draft' && item.deleted_at === null;
    if (!open || isDraft) return;
    requireNobodyLooks(open);
    return writeSubmission(ctx, open, { state: 'withdrawn' });
  }
  if (!open) {
    const isEdit = item.waiting !== null;
    const subject = { content_item_id: item.id, asset_id: card_id, is_newer_file: isEdit };
    return insertSubmission(ctx, { ...subject, ...(isEdit && { replaced_asset_id: item.card_id }) });
  }
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
  subject: Pick<
    typeof submissions.$inferInsert,
    'content_item_id' | 'asset_id' | 'is_newer_file' | 'replaced_asset_id'
  >,
): Promise<void> {
  const at = { created_at: dateOf(now), updated_at: dateOf(now), created_by: user_id };
  await tx.insert(submissions).values({
    ...{ id: uuid7(now), tenant_id, subject: 'content_item', ...subject, ...at },
    sla_due: dateOf(now + SLA_MS),
  });
}
