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
import { bodyOfRow, columnsOf, contentListing, lockItem, titleOf, type ContentRow } from './items.ts';
import { stateAt } from './state.ts';
import { editItem, requirePublishable } from './edits.ts';
import { requireAllowedWords } from './words.ts';
import { settleItem, writeItem } from './writeItem.ts';

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
type Origin = Partial<Pick<ContentRow, 'source' | 'feed_id' | 'guid' | 'image_url' | 'state'>>;
export async function addItem(
  ctx: TransactionContext,
  body: ContentBody,
  origin: Origin = {},
): Promise<string> {
  await requirePicture(ctx, body.image_id);
  const { tx, tenant_id, user_id, now } = ctx;
  const id = uuid7(now);
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  const [made] = await tx
    .insert(contentItems)
    .values({
      ...{ ...columnsOf(body), ...origin, ...at, id, tenant_id },
      ...{ created_by: user_id, edited_by: withEditor(ctx) },
    })
    .returning();
  await settleItem(ctx, made!, null);
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
/** The item is checked as the whole it becomes. What is on screens already cannot begin later. */
export async function changeItem(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<ContentItem> {
  const row = await lockVersion(ctx, id, expected);
  const state = stateAt(row, ctx.now);
  requireState({ from: contract.EDITABLE_STATES }, state);
  const whole = z.safeParse(contract.contentItemCreate, { ...bodyOfRow(row), ...patch });
  if (!whole.success) throw refuse(fieldTexts(whole.error));
  const columns = columnsOf(whole.data);
  const isShown = state === 'live' || state === 'paused';
  if (isShown && columns.starts_at !== null && columns.starts_at.getTime() > ctx.now)
    throw refuse({ starts_at: ['It has begun already'] });
  if (patch.image_id !== undefined) await requirePicture(ctx, patch.image_id);
  await editItem(ctx, row, whole.data);
  return contentListing.read(ctx, id);
}

async function write(
  ctx: TransactionContext,
  row: ContentRow,
  set: Partial<ContentRow>,
): Promise<ContentItem> {
  await writeItem(ctx, row, set);
  return contentListing.read(ctx, row.id);
}

export async function removeItem(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockVersion(ctx, id, expected);
  await writeItem(ctx, row, { deleted_at: dateOf(ctx.now) });
}
export async function restoreItem(ctx: TransactionContext, id: string): Promise<ContentItem> {
  const row = await lockItem(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  return write(ctx, row, { deleted_at: null });
}

type Verb = keyof typeof actions;
/** What is published is stored as live: until its start it reads as scheduled. */
const STORED: Record<Verb, ContentRow['state']> = {
  review: 'in_review',
  publish: 'live',
  reject: 'rejected',
  pause: 'paused',
  resume: 'live',
  expire: 'expired',
  archive: 'archived',
};
interface ItemAction {
  id: string;
  verb: Verb;
  reason?: string;
}
/** Whoever may publish decides by publishing; what somebody else sent for review is decided like every submission. */
export async function actOnItem(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, verb, reason }: ItemAction,
): Promise<ContentItem> {
  const row = await lockItem(ctx, id);
  if (row.deleted_at !== null) requireFound(null, 'content item');
  const act: Action = actions[verb];
  requireState(act, stateAt(row, ctx.now));
  if (verb === 'publish') await requirePublishable(ctx, row);
  if (verb === 'resume') await requireAllowedWords(ctx, row);
  const verdict = VERDICTS[verb];
  if (verdict !== undefined && (await decideItem(ctx, principal, id, { ...verdict, reason: reason ?? '' }))) {
    ctx.auditNote.before = row;
    delete ctx.auditNote.after;
    return contentListing.read(ctx, id);
  }
  return write(ctx, row, { state: STORED[verb], ...(reason === undefined ? {} : { reason }) });
}
const VERDICTS: Partial<Record<Verb, Pick<Parameters<typeof decideItem>[3], 'verb' | 'reason_code'>>> = {
  publish: { verb: 'approve', reason_code: null },
  reject: { verb: 'reject', reason_code: 'other' },
};
