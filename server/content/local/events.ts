/** What somebody does to an item beside editing it: each event says what becomes of its row, card and submission. */
import { dateOf } from '../../../shared/clock.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { closeReview, queueCard, requireNobodyLooks } from '../submissions/contentSubmissions.ts';
import { HAS_CARD, isPublished, makeCard } from './cards.ts';
import type { ContentRow } from './items.ts';
import { stateAt } from './state.ts';
import { requireAllowedWords } from './words.ts';
import { writeItem } from './writeItem.ts';

export async function sentForReview(ctx: TransactionContext, row: ContentRow): Promise<ContentRow> {
  const { card_id } = await makeCard(ctx, { ...row, state: 'in_review' });
  const sent = await writeItem(ctx, row, { state: 'in_review', card_id });
  await queueCard(ctx, { content_item_id: row.id, asset_id: card_id, replaced_asset_id: null });
  return sent;
}

/** By whoever may decide, of what nobody sent for review: what is drawn of it is approved by him. */
export async function publishedUnreviewed(ctx: TransactionContext, row: ContentRow): Promise<void> {
  const card = await makeCard(ctx, { ...row, state: 'live' });
  await writeItem(ctx, row, { state: 'live', ...card });
}

/** An edit that waits stays where it is: it is about what is shown, not about whether. */
export async function paused(ctx: TransactionContext, row: ContentRow): Promise<void> {
  await writeItem(ctx, row, { state: 'paused' });
}
export async function resumed(ctx: TransactionContext, row: ContentRow): Promise<void> {
  await requireAllowedWords(ctx, row);
  await writeItem(ctx, row, { state: 'live' });
}

/**
 * It leaves for good, and an edit of it is withdrawn. What is on screens goes at once, whoever looks at its edit; what
 * only waits stays as whoever decides sees it.
 */
async function left(ctx: TransactionContext, row: ContentRow, set: Partial<ContentRow>): Promise<void> {
  if (!isPublished(row)) await requireNobodyLooks(ctx, row.id);
  await writeItem(ctx, row, { ...set, waiting: null });
  await closeReview(ctx, row.id);
}
export const ended = (ctx: TransactionContext, row: ContentRow) => left(ctx, row, { state: 'expired' });
export const archived = (ctx: TransactionContext, row: ContentRow) => left(ctx, row, { state: 'archived' });
export const deleted = (ctx: TransactionContext, row: ContentRow) =>
  left(ctx, row, { deleted_at: dateOf(ctx.now) });

/** As it was deleted, with a card of today: its picture may be shown no more, and rules may have changed. */
export async function restored(ctx: TransactionContext, row: ContentRow): Promise<void> {
  const back = { ...row, deleted_at: null };
  if (ON_SCREENS.includes(stateAt(back, ctx.now))) await requireAllowedWords(ctx, row);
  const card = HAS_CARD.includes(row.state) ? await makeCard(ctx, back) : {};
  const { card_id } = await writeItem(ctx, row, { deleted_at: null, ...card });
  if (row.state === 'in_review' && card_id !== null)
    await queueCard(ctx, { content_item_id: row.id, asset_id: card_id, replaced_asset_id: null });
}
const ON_SCREENS: readonly string[] = ['live', 'scheduled'];
