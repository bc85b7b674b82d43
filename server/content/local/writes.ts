/** What is made, changed, moved from state to state, deleted and brought back of local content. */
import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/contentItem.ts';
import type { ContentBody, ContentItem } from '../../../shared/contract/content/contentItem.ts';
import type { Action } from '../../../shared/contract/wire/entity.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { contentItems, mediaAssets } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import { requireState } from '../../resource/repository.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { decideItem } from '../submissions/decide.ts';
import { openSubmissionOf, queueCard } from '../submissions/contentSubmissions.ts';
import { HAS_CARD, makeCard } from './cards.ts';
import { itemRejected } from './decisions.ts';
import { edited, requirePublishable } from './edits.ts';
import {
  archived,
  deleted,
  ended,
  paused,
  publishedUnreviewed,
  restored,
  resumed,
  sentForReview,
} from './events.ts';
import { columnsOf, contentListing, lockItem, newestBodyOf, titleOf, type ContentRow } from './items.ts';
import { stateAt } from './state.ts';
import { isWatched } from './writeItem.ts';

const { actions } = contract.contentItems;
const refuse = (texts: Record<string, string[]>) =>
  new AppError('VALIDATION', 'Some fields are not valid.', texts);

/** A picture of the tenant that can be shown. */
export async function requirePicture(
  { tx, tenant_id }: TransactionContext,
  id: string | null,
): Promise<void> {
  if (id === null) return;
  const [asset] = await tx
    .select({ mime: mediaAssets.mime, state: mediaAssets.state })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, tenant_id), isNull(mediaAssets.deleted_at)));
  if (asset?.state !== 'ready' || !asset.mime.startsWith('image/'))
    throw refuse({ image_id: ['No picture of this tenant'] });
}

/** What is not said by whoever writes it. */
type Origin = Partial<Pick<ContentRow, 'source' | 'feed_id' | 'guid' | 'image_url' | 'brought' | 'state'>>;
export async function addItem(
  ctx: TransactionContext,
  body: ContentBody,
  origin: Origin = {},
): Promise<string> {
  await requirePicture(ctx, body.image_id);
  const { tx, tenant_id, user_id, now } = ctx;
  const id = uuid7(now);
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  const columns = columnsOf(body);
  const state = origin.state ?? 'draft';
  const card = HAS_CARD.includes(state) ? await makeCard(ctx, { ...columns, state, deleted_at: null }) : null;
  const due = isWatched({ state, deleted_at: null, waiting: null }) && { due_at: dateOf(now) };
  await tx.insert(contentItems).values({
    ...{ ...columns, ...origin, ...card, ...due, ...at, id, tenant_id, state },
    ...{ created_by: user_id, edited_by: withEditor(ctx) },
  });
  if (card !== null && state === 'in_review')
    await queueCard(ctx, { content_item_id: id, asset_id: card.card_id, replaced_asset_id: null });
  return id;
}
export async function createItem(ctx: TransactionContext, body: ContentBody): Promise<ContentItem> {
  ctx.auditNote.target_name = titleOf(body);
  return contentListing.read(ctx, await addItem(ctx, body));
}

/** Locks an item that is not deleted and still has the expected version. */
async function lockVersion(ctx: TransactionContext, id: string, expected: number): Promise<ContentRow> {
  const row = await lockItem(ctx, id);
  if (row.deleted_at !== null) requireFound(null, 'content item');
  if (row.version !== expected) requireVersion(await contentListing.read(ctx, id), expected);
  return row;
}

interface Change {
  id: string;
  expected: number;
  patch: z.infer<typeof contract.contentItemPatch>;
}
/** The item is checked as the whole it becomes, with an edit of it that waits. What is on screens already cannot begin later. */
export async function changeItem(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<ContentItem> {
  const row = await lockVersion(ctx, id, expected);
  const state = stateAt(row, ctx.now);
  requireState({ from: contract.EDITABLE_STATES }, state);
  const whole = z.safeParse(contract.contentItemCreate, { ...newestBodyOf(row), ...patch });
  if (!whole.success) throw refuse(fieldTexts(whole.error));
  const columns = columnsOf(whole.data);
  const isShown = state === 'live' || state === 'paused';
  if (isShown && columns.starts_at !== null && columns.starts_at.getTime() > ctx.now)
    throw refuse({ starts_at: ['It has begun already'] });
  if (patch.image_id !== undefined) await requirePicture(ctx, patch.image_id);
  await edited(ctx, row, whole.data);
  return contentListing.read(ctx, id);
}

export async function removeItem(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockVersion(ctx, id, expected);
  await deleted(ctx, row);
}
export async function restoreItem(ctx: TransactionContext, id: string): Promise<ContentItem> {
  const row = await lockItem(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  await restored(ctx, row);
  return contentListing.read(ctx, id);
}

type Verb = keyof typeof actions;
interface ItemAction {
  id: string;
  verb: Verb;
  reason?: string;
  /** The version that was looked at, where whoever decides names it. */
  expected?: number | null;
}
/** Whoever may publish decides by publishing; what somebody else sent for review is decided like every submission. */
export async function actOnItem(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, verb, reason, expected = null }: ItemAction,
): Promise<ContentItem> {
  const row = await lockItem(ctx, id);
  if (row.deleted_at !== null) requireFound(null, 'content item');
  if (expected !== null && row.version !== expected)
    requireVersion(await contentListing.read(ctx, id), expected);
  const act: Action = actions[verb];
  requireState(act, stateAt(row, ctx.now));
  await EVENTS[verb](ctx, row, { principal, reason: reason ?? '' });
  return contentListing.read(ctx, id);
}

interface Act {
  principal: UserPrincipal;
  reason: string;
}
const EVENTS: Record<Verb, (ctx: TransactionContext, row: ContentRow, act: Act) => Promise<unknown>> = {
  review: sentForReview,
  publish: published,
  reject: rejected,
  pause: paused,
  resume: resumed,
  expire: ended,
  archive: archived,
};

/** What was sent back to its author is decided by another who publishes it as it is now. */
async function published(
  ctx: TransactionContext,
  row: ContentRow,
  { principal, reason }: Act,
): Promise<void> {
  await requirePublishable(ctx, row);
  const wasSentBack = row.state === 'draft' && (await openSubmissionOf(ctx, row.id)) !== undefined;
  if (wasSentBack) await sentForReview(ctx, row);
  const verdict = { verb: 'approve' as const, reason, reason_code: null };
  if (await decideItem(ctx, principal, row.id, verdict)) noteDecided(ctx, row);
  else await publishedUnreviewed(ctx, row);
}
async function rejected(ctx: TransactionContext, row: ContentRow, { principal, reason }: Act): Promise<void> {
  const verdict = { verb: 'reject' as const, reason, reason_code: 'other' as const };
  if (await decideItem(ctx, principal, row.id, verdict)) noteDecided(ctx, row);
  else await itemRejected(ctx, row.id, reason);
}
/** The audit entry is about the item, not about its submission. */
function noteDecided({ auditNote }: TransactionContext, row: ContentRow) {
  auditNote.before = row;
  delete auditNote.after;
}
