/** What a review has decided about is changed by a review: an edit waits, and screens show what was approved. */
import { and, eq } from 'drizzle-orm';
import { contentItemCreate, type ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { refusedByContent } from '../../../shared/contract/content/refusals.ts';
import { submissions } from '../../db/schema.ts';
import { canAnotherDecide, withEditor } from '../../resource/editors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { closeReview, queueCard, requireNobodyLooks } from '../submissions/contentSubmissions.ts';
import { DECIDERS } from '../submissions/submissions.ts';
import { cardComparison, drawCard, isPublished, makeCard } from './cards.ts';
import { bodyOfRow, columnsOf, type ContentRow } from './items.ts';
import { requireAllowedWords } from './words.ts';
import { writeItem } from './writeItem.ts';

type Compare = Awaited<ReturnType<typeof cardComparison>>;

const sentForReview = async ({ tx, tenant_id }: TransactionContext, content_item_id: string) =>
  tx
    .select({ created_by: submissions.created_by })
    .from(submissions)
    .where(and(eq(submissions.tenant_id, tenant_id), eq(submissions.content_item_id, content_item_id)));

/** What a feed brings was written by nobody: whoever may decide is another. */
const canAnotherApprove = (ctx: TransactionContext, { edited_by }: ContentRow) =>
  canAnotherDecide(ctx, { roles: DECIDERS, authors: ctx.user_id === null ? [] : edited_by });

/** What an edit changes beside the body of the item. */
export type Beside = Partial<Pick<ContentRow, 'image_url' | 'brought'>>;

/** `body`: what it becomes, with what an edit that waits has changed already. */
export async function edited(
  ctx: TransactionContext,
  row: ContentRow,
  body: ContentBody,
  beside: Beside = {},
): Promise<void> {
  const isSameCard = await cardComparison(ctx);
  if (!isPublished(row)) return editUnpublished(ctx, row, { body, beside, isSameCard });
  const columns = columnsOf(body);
  const { waiting } = row;
  const { image_url = waiting?.image_url ?? row.image_url, ...more } = beside;
  if (waiting !== null && isSameCard(columns, columnsOf(waiting.body))) {
    await writeItem(ctx, row, {
      ...{ ...atOnce(row, columns, isSameCard), ...more },
      waiting: { ...waiting, body, image_url },
    });
    return;
  }
  if (isSameCard(columns, row)) {
    if (waiting !== null) await requireNobodyLooks(ctx, row.id);
    await writeItem(ctx, row, { ...columns, ...more, image_url, waiting: null });
    if (waiting !== null) await closeReview(ctx, row.id);
    return;
  }
  /** What has to go from the screens goes, whatever it says. */
  const isCut = isEarlier(row, columns) && isSameCard({ ...columns, ends_at: row.ends_at }, row);
  if (!isCut) await requireAllowedWords(ctx, body);
  const edited_by = withEditor(ctx, row);
  const isReviewed = (await sentForReview(ctx, row.id)).length > 0;
  if (isReviewed && (await canAnotherApprove(ctx, row))) {
    const { asset_id } = await drawCard(ctx, { ...row, ...columns });
    await writeItem(ctx, row, {
      ...{ ...atOnce(row, columns, isSameCard), ...more, edited_by },
      waiting: { body, card_id: asset_id, image_url },
    });
    await queueCard(ctx, {
      ...{ content_item_id: row.id, asset_id, replaced_asset_id: row.card_id },
      overtakes: isEndedEarlier(row, columns, isSameCard),
    });
    return;
  }
  if (isReviewed) ctx.auditNote.after = { own: true };
  if (waiting !== null) await requireNobodyLooks(ctx, row.id);
  const card = await makeCard(ctx, { ...row, ...columns });
  await writeItem(ctx, row, { ...columns, ...more, ...card, image_url, edited_by, waiting: null });
  if (waiting !== null) await closeReview(ctx, row.id);
}

interface Edit {
  body: ContentBody;
  beside: Beside;
  isSameCard: Compare;
}
/** In review it stands with its card; somebody who looks at that goes on seeing what he decides about. */
async function editUnpublished(ctx: TransactionContext, row: ContentRow, { body, beside, isSameCard }: Edit) {
  const columns = columnsOf(body);
  const isDrawn = row.state === 'in_review' && !(row.card_id !== null && isSameCard(columns, row));
  const card = isDrawn ? await makeCard(ctx, { ...row, ...columns }) : {};
  const edited_by = withEditor(ctx, row);
  const { card_id } = await writeItem(ctx, row, { ...columns, ...beside, ...card, edited_by });
  if (isDrawn && card_id !== null)
    await queueCard(ctx, { content_item_id: row.id, asset_id: card_id, replaced_asset_id: null });
}

type Columns = ReturnType<typeof columnsOf>;
const isEarlier = ({ ends_at: before }: ContentRow, { ends_at: after }: Columns) =>
  after !== null && (before === null || after < before);
/**
 * When and where it is shown is no part of what was approved, so it holds at once, unless the card says it: a later end
 * waits with the card that says so, an earlier one takes it off the screens.
 */
function atOnce(row: ContentRow, columns: Columns, isSameCard: Compare): Partial<ContentRow> {
  const { priority, geo, starts_at, ends_at } = columns;
  const isEnd = isEarlier(row, columns) || isSameCard({ ...row, ends_at }, row);
  const window = { starts_at, ...(isEnd && { ends_at }) };
  const schedule = { priority, geo, public: columns.public };
  /** The window of the edit may break a rule of the words that are still shown. */
  const isWhole = contentItemCreate.safeParse(bodyOfRow({ ...row, ...schedule, ...window })).success;
  return isWhole ? { ...schedule, ...window } : schedule;
}
/** Nothing but its end, which comes sooner: that does not wait until whoever looks at an edit has decided. */
function isEndedEarlier(row: ContentRow, columns: Columns, isSameCard: Compare): boolean {
  const before = row.waiting === null ? null : columnsOf(row.waiting.body);
  return (
    before !== null && isEarlier(row, columns) && isSameCard({ ...columns, ends_at: before.ends_at }, before)
  );
}

/** Whoever sent it for review, or wrote what was sent, does not get round the review by publishing it himself. */
export async function requirePublishable(ctx: TransactionContext, row: ContentRow): Promise<void> {
  await requireAllowedWords(ctx, row);
  if (row.state === 'in_review') return;
  const reviews = await sentForReview(ctx, row.id);
  const authors = [...row.edited_by, ...reviews.map(({ created_by }) => created_by)];
  const isOwn = ctx.user_id !== null && authors.includes(ctx.user_id);
  if (reviews.length > 0 && isOwn && (await canAnotherDecide(ctx, { roles: DECIDERS, authors })))
    throw refusedByContent('sent_for_review', 'It was sent for review, so somebody else publishes it.');
}
