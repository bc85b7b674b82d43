/** What a review has decided about is changed by a review: an edit waits, and screens show what was approved. */
import { and, eq } from 'drizzle-orm';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import type { ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { refusedByContent } from '../../../shared/contract/content/refusals.ts';
import { submissions } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { canAnotherDecide } from '../submissions/decide.ts';
import { drawCard, isPublished } from './cards.ts';
import { columnsOf, type ContentRow } from './items.ts';
import { requireAllowedWords } from './words.ts';
import { writeItem } from './writeItem.ts';

type Approved = Pick<ContentRow, 'kind' | 'title' | 'body' | 'image_id' | 'cta_url' | 'details'>;
/** When and where it is shown is no part of what was approved. */
const approvedPart = ({ kind, title, body, image_id, cta_url, details }: Approved) =>
  canonical({ kind, title, body, image_id, cta_url, details });

const sentForReview = async ({ tx, tenant_id }: TransactionContext, content_item_id: string) =>
  tx
    .select({ state: submissions.state, created_by: submissions.created_by })
    .from(submissions)
    .where(and(eq(submissions.tenant_id, tenant_id), eq(submissions.content_item_id, content_item_id)));

/** Writes the item as it becomes, or puts the edit beside it until somebody else has looked at it. */
export async function editItem(
  ctx: TransactionContext,
  row: ContentRow,
  body: ContentBody,
  image_url: string | null = row.image_url,
): Promise<void> {
  const columns = columnsOf(body);
  if (isPublished(row)) await requireAllowedWords(ctx, body);
  const isNew = isPublished(row) && approvedPart(columns) !== approvedPart(row);
  const reviews = isNew ? await sentForReview(ctx, row.id) : [];
  const isReviewed = reviews.some(({ state }) => state === 'approved');
  const edited_by = withEditor(ctx, row);
  if (!isReviewed || !(await canAnotherDecide(ctx))) {
    if (isReviewed) ctx.auditNote.after = { own: true };
    await writeItem(ctx, row, { ...columns, image_url, edited_by, waiting: null });
    return;
  }
  const { asset_id } = await drawCard(ctx, { ...row, ...columns });
  await writeItem(ctx, row, { edited_by, waiting: { body, card_id: asset_id, image_url } });
}

/** Whoever sent it for review, or wrote what was sent, does not get round the review by publishing it himself. */
export async function requirePublishable(ctx: TransactionContext, row: ContentRow): Promise<void> {
  await requireAllowedWords(ctx, row);
  if (row.state === 'in_review') return;
  const reviews = await sentForReview(ctx, row.id);
  const authors = [...row.edited_by, ...reviews.map(({ created_by }) => created_by)];
  const isOwn = ctx.user_id !== null && authors.includes(ctx.user_id);
  if (reviews.length > 0 && isOwn && (await canAnotherDecide(ctx)))
    throw refusedByContent('sent_for_review', 'It was sent for review, so somebody else publishes it.');
}
