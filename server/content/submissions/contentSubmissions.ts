/** Submissions of local content: the card of an item, or of an edit of a published one, that somebody is to decide about. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { SLA_MS } from '../../../shared/contract/content/submission.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submissionState.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { submissions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { waitsAgain, writeSubmission, type SubmissionRow } from './submissions.ts';

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

/** The server has drawn it anew, without a picture that may not be shown: also before whoever looks at it. */
export async function replaceCard(ctx: TransactionContext, item_id: string, asset_id: string): Promise<void> {
  const open = await openSubmissionOf(ctx, item_id);
  if (open && open.asset_id !== asset_id) await writeSubmission(ctx, open, { asset_id });
}

interface QueuedCard {
  content_item_id: string;
  asset_id: string;
  /** Of an edit: the card that screens show meanwhile. null: nothing of the item is shown yet. */
  replaced_asset_id: string | null;
  /** Whoever looks at the card of before starts again. */
  overtakes?: boolean;
}
/** Somebody is to decide about this card. What somebody looks at stays as he sees it. */
export async function queueCard(
  ctx: TransactionContext,
  { overtakes = false, ...card }: QueuedCard,
): Promise<void> {
  const { asset_id } = card;
  const open = await openSubmissionOf(ctx, card.content_item_id);
  if (!open) return insertSubmission(ctx, { ...card, is_newer_file: card.replaced_asset_id !== null });
  if (open.state === 'changes_requested')
    return writeSubmission(ctx, open, { ...waitsAgain(ctx, open), asset_id });
  if (open.asset_id === asset_id) return;
  if (overtakes) return writeSubmission(ctx, open, { state: 'pending', assigned_to: null, asset_id });
  refuseLooked(open);
  return writeSubmission(ctx, open, { asset_id });
}

/** Nobody is asked about it any more. */
export async function closeReview(ctx: TransactionContext, item_id: string): Promise<void> {
  const open = await openSubmissionOf(ctx, item_id);
  if (open) await writeSubmission(ctx, open, { state: 'withdrawn' });
}

const isLookedAt = (open: Pick<SubmissionRow, 'state'> | undefined) => open?.state === 'in_review';
function refuseLooked(open: SubmissionRow | undefined) {
  if (isLookedAt(open))
    throw new AppError('IN_USE', 'Somebody is deciding about this.', { by: 'submissions' });
}
export const requireNobodyLooks = async (ctx: TransactionContext, item_id: string): Promise<void> =>
  refuseLooked(await openSubmissionOf(ctx, item_id));
export const doesAnybodyLook = async (ctx: TransactionContext, item_id: string): Promise<boolean> =>
  isLookedAt(await openSubmissionOf(ctx, item_id));

async function insertSubmission(
  { tx, tenant_id, user_id, now }: TransactionContext,
  subject: Omit<QueuedCard, 'overtakes'> & { is_newer_file: boolean },
): Promise<void> {
  const at = { created_at: dateOf(now), updated_at: dateOf(now), created_by: user_id };
  await tx.insert(submissions).values({
    ...{ id: uuid7(now), tenant_id, subject: 'content_item', ...subject, ...at },
    sla_due: dateOf(now + SLA_MS),
  });
}
