/** What becomes of an item, or of an edit of a published one, as its submission is decided, withdrawn or sent again. */
import { dateOf } from '../../../shared/clock.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireState } from '../../resource/repository.ts';
import { closeReview, queueCard } from '../submissions/contentSubmissions.ts';
import { isPublished } from './cards.ts';
import { sentForReview } from './events.ts';
import { columnsOf, lockItemRow, type ContentRow } from './items.ts';
import { requireAllowedWords } from './words.ts';
import { writeItem } from './writeItem.ts';

const UNDECIDED: readonly ContentRow['state'][] = ['in_review', 'draft'];
async function lockUndecided(ctx: TransactionContext, id: string) {
  const row = await lockItemRow(ctx, id);
  const isEdit = isPublished(row);
  if (isEdit) requireState({ from: [row.state] }, row.waiting === null ? 'edited' : row.state);
  else requireState({ from: UNDECIDED }, row.state);
  return { row, edit: isEdit ? row.waiting : null };
}
/** What is live stays so without its edit. */
const dropEdit = (ctx: TransactionContext, row: ContentRow) =>
  writeItem(ctx, row, { waiting: null, edited_by: [] });

/** `sha256`: of the card that was decided about. */
export async function itemApproved(ctx: TransactionContext, id: string, sha256: string): Promise<void> {
  const { row, edit } = await lockUndecided(ctx, id);
  const approved = { approved_sha256: sha256, edited_by: [] };
  if (edit === null) {
    await requireAllowedWords(ctx, row);
    await writeItem(ctx, row, { state: 'live', reason: null, ...approved });
    return;
  }
  const { body, card_id, image_url } = edit;
  await requireAllowedWords(ctx, body);
  await writeItem(ctx, row, { ...columnsOf(body), ...approved, card_id, image_url, waiting: null });
}

/** An edit waits on. */
export async function itemSentBack(ctx: TransactionContext, id: string, reason: string): Promise<void> {
  const { row, edit } = await lockUndecided(ctx, id);
  if (edit === null) await writeItem(ctx, row, { state: 'draft', reason });
}

export async function itemRejected(ctx: TransactionContext, id: string, reason: string): Promise<void> {
  const { row, edit } = await lockUndecided(ctx, id);
  if (edit === null) await writeItem(ctx, row, { state: 'rejected', reason });
  else await dropEdit(ctx, row);
}

export async function itemWithdrawn(ctx: TransactionContext, id: string): Promise<void> {
  const { row, edit } = await lockUndecided(ctx, id);
  if (edit === null) await writeItem(ctx, row, { state: 'draft' });
  else await dropEdit(ctx, row);
}

export async function itemResubmitted(ctx: TransactionContext, id: string): Promise<void> {
  const { row, edit } = await lockUndecided(ctx, id);
  if (edit === null) await sentForReview(ctx, row);
  else
    await queueCard(ctx, {
      ...{ content_item_id: row.id, asset_id: edit.card_id, replaced_asset_id: row.card_id },
    });
}

/** Its time is over before anybody decided, and so is that of an edit: nobody is asked about it any more. */
export async function expireUndecided(ctx: TransactionContext, row: ContentRow): Promise<ContentRow> {
  const now = dateOf(ctx.now);
  const isOver = (ends_at: Date | null) => ends_at !== null && ends_at <= now;
  const { waiting } = row;
  if (row.deleted_at !== null) return row;
  if (row.state === 'in_review' && isOver(row.ends_at)) {
    await closeReview(ctx, row.id);
    return writeItem(ctx, row, { state: 'expired' });
  }
  if (waiting === null || !isOver(row.ends_at) || !isOver(columnsOf(waiting.body).ends_at)) return row;
  await closeReview(ctx, row.id);
  return dropEdit(ctx, row);
}
