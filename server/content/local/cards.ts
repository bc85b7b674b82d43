/** The slide that screens show of an item: made when it is published or goes into review, and after each change. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { shownFile } from '../../../shared/contract/content/media.ts';
import { composeCard } from '../../../shared/slides/cards/card.ts';
import type { CardWords } from '../../../shared/slides/cards/texts.ts';
import { contentItems, mediaAssets, tenants } from '../../db/schema.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { addAsset } from '../media/ingest.ts';
import { copyForSlide, makeSceneFile } from '../slides/slideFile.ts';
import { bodyOfRow, type ContentRow } from './items.ts';

const PICTURE = 'picture';
const words = mailTexts('cards') as unknown as CardWords;

/** States in which somebody looks at it: whoever decides, or a screen. */
const HAS_CARD: readonly ContentRow['state'][] = ['in_review', 'live', 'paused'];

/** Its card and when documents follow, after a write. `wasPublished`: screens may show what it was. */
export async function settleCard(
  ctx: TransactionContext,
  row: ContentRow,
  wasPublished: boolean,
): Promise<ContentRow> {
  const { tx, tenant_id, now } = ctx;
  const isThere = row.deleted_at === null && HAS_CARD.includes(row.state);
  const card = isThere ? await makeCard(ctx, row) : {};
  const isPublished = row.deleted_at === null && row.state === 'live';
  const due = isPublished || wasPublished ? { due_at: dateOf(now) } : {};
  const set = { ...card, ...due };
  if (Object.keys(set).length === 0) return row;
  await tx
    .update(contentItems)
    .set(set)
    .where(and(eq(contentItems.id, row.id), eq(contentItems.tenant_id, tenant_id)));
  return { ...row, ...set };
}

export async function makeCard(
  ctx: TransactionContext,
  row: ContentRow,
): Promise<Pick<ContentRow, 'card_id'>> {
  const { tx, tenant_id, server } = ctx;
  const picture = await pictureOf(ctx, row.image_id);
  const [tenant] = await tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.id, tenant_id));
  const body = bodyOfRow(row) as ContentBody;
  const scene = composeCard(body, {
    ...{ words, tz: tenant?.tz ?? 'UTC' },
    picture: picture === null ? null : PICTURE,
  });
  const pictures = picture === null ? [] : [await copyForSlide(server, picture)];
  const file = await makeSceneFile(ctx, scene, { name: row.kind, pictures });
  const { asset_id } = await addAsset(ctx, file);
  return { card_id: asset_id };
}

/** The hash of the picture; null where there is none that may be shown. */
async function pictureOf({ tx, tenant_id }: TransactionContext, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [asset] = await tx
    .select()
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, tenant_id)));
  return asset?.state === 'ready' && asset.deleted_at === null ? shownFile(asset).sha256 : null;
}
