/** The slide that screens show of an item: made when it is published or goes into review, and after each change. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { hasEnded } from '../../../shared/playout/licence.ts';
import type { ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { shownFile } from '../../../shared/contract/content/media.ts';
import { composeCard } from '../../../shared/slides/cards/card.ts';
import type { CardWords } from '../../../shared/slides/cards/texts.ts';
import { contentItems, mediaAssets, tenants } from '../../db/schema.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { notePictures } from '../creatives/quarantine.ts';
import { addAsset } from '../media/ingest.ts';
import { copyForSlide, makeSceneFile } from '../slides/slideFile.ts';
import { bodyOfRow, type ContentRow } from './items.ts';

const PICTURE = 'picture';
const words = mailTexts('cards') as unknown as CardWords;

/** States in which somebody looks at it: whoever decides, or a screen. */
const HAS_CARD: readonly ContentRow['state'][] = ['in_review', 'live', 'paused'];

const isDrawn = (row: ContentRow | null) =>
  row !== null && row.deleted_at === null && row.card_id !== null && HAS_CARD.includes(row.state);
/** Stored as live also before its start and after its end. */
export const isPublished = ({ state, deleted_at }: Pick<ContentRow, 'state' | 'deleted_at'>) =>
  deleted_at === null && (state === 'live' || state === 'paused');

/**
 * Its card and when documents follow, after a write. `before`: null where it has just been made. What is drawn of a
 * published item is approved by whoever published it; what a review approved is not drawn again.
 */
export async function settleCard(
  ctx: TransactionContext,
  row: ContentRow,
  before: ContentRow | null,
): Promise<ContentRow> {
  const { tx, tenant_id, now } = ctx;
  const isThere = row.deleted_at === null && HAS_CARD.includes(row.state);
  const isSame =
    isDrawn(before) &&
    (row.card_id !== before?.card_id || canonical(bodyOfRow(row)) === canonical(bodyOfRow(before)));
  const card = isThere && !isSame ? await makeCard(ctx, row) : {};
  const isLive = (one: ContentRow | null) => one !== null && one.deleted_at === null && one.state === 'live';
  const due = isLive(row) || isLive(before) ? { due_at: dateOf(now) } : {};
  const set = { ...card, ...due };
  if (Object.keys(set).length === 0) return row;
  await tx
    .update(contentItems)
    .set(set)
    .where(and(eq(contentItems.id, row.id), eq(contentItems.tenant_id, tenant_id)));
  return { ...row, ...set };
}

/** Draws it. What is published shows it from now on. */
export async function makeCard(
  ctx: TransactionContext,
  row: ContentRow,
): Promise<Partial<Pick<ContentRow, 'card_id' | 'approved_sha256'>>> {
  const { asset_id, sha256 } = await drawCard(ctx, row);
  return { card_id: asset_id, ...(isPublished(row) && { approved_sha256: sha256 }) };
}

export async function drawCard(
  ctx: TransactionContext,
  row: Pick<ContentRow, 'kind' | 'image_id'> & Parameters<typeof bodyOfRow>[0],
): Promise<{ asset_id: string; sha256: string }> {
  const { tx, tenant_id, server } = ctx;
  const [tenant] = await tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.id, tenant_id));
  const tz = tenant?.tz ?? 'UTC';
  const picture = await pictureOf(ctx, row.image_id, tz);
  const body = bodyOfRow(row) as ContentBody;
  const scene = composeCard(body, { words, tz, picture: picture === null ? null : PICTURE });
  const pictures = picture === null ? [] : [await copyForSlide(server, shownFile(picture).sha256)];
  const picture_ids = picture === null ? [] : [picture.id];
  const file = await makeSceneFile(ctx, scene, { name: row.kind, pictures });
  const { asset_id, sha256 } = await addAsset(ctx, { ...file, picture_ids });
  await notePictures(ctx, asset_id, picture_ids);
  return { asset_id, sha256 };
}

/** null where there is none that may be shown, also by its licence. */
async function pictureOf({ tx, tenant_id, now }: TransactionContext, id: string | null, tz: string) {
  if (id === null) return null;
  const [asset] = await tx
    .select()
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, tenant_id)));
  const isUsable = asset?.state === 'ready' && asset.deleted_at === null;
  return isUsable && !hasEnded(asset.licence_until, tz, now) ? asset : null;
}
