/** The slide that screens show of an item: made when it is published or goes into review, and after each change. */
import { and, eq } from 'drizzle-orm';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { hasEnded } from '../../../shared/playout/licence.ts';
import type { ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { shownFile } from '../../../shared/contract/content/media.ts';
import { composeCard } from '../../../shared/slides/cards/card.ts';
import type { CardWords } from '../../../shared/slides/cards/texts.ts';
import { mediaAssets, tenants } from '../../db/schema.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { notePictures } from '../creatives/quarantine.ts';
import { addAsset } from '../media/ingest.ts';
import { copyForSlide, makeSceneFile } from '../slides/slideFile.ts';
import { bodyOfRow, type ContentRow } from './items.ts';

const PICTURE = 'picture';
const words = mailTexts('cards') as unknown as CardWords;

/** States in which somebody looks at it: whoever decides, or a screen. */
export const HAS_CARD: readonly ContentRow['state'][] = ['in_review', 'live', 'paused'];

/** Stored as live also before its start and after its end. */
export const isPublished = ({ state, deleted_at }: Pick<ContentRow, 'state' | 'deleted_at'>) =>
  deleted_at === null && (state === 'live' || state === 'paused');

type Drawn = Parameters<typeof bodyOfRow>[0];
async function zoneOf({ tx, tenant_id }: TransactionContext): Promise<string> {
  const [tenant] = await tx.select({ tz: tenants.tz }).from(tenants).where(eq(tenants.id, tenant_id));
  return tenant?.tz ?? 'UTC';
}

/**
 * Compares what somebody approves of two bodies: the words, the picture, where its code leads, and whatever else its
 * card says, such as the last day of a deal. When and where it is shown is no part of it.
 */
export async function cardComparison(ctx: TransactionContext) {
  const tz = await zoneOf(ctx);
  const approvedPart = (row: Drawn) => {
    const { kind, title, body, image_id, cta_url, details } = row;
    const scene = composeCard(bodyOfRow(row) as ContentBody, { words, tz, picture: image_id && PICTURE });
    return canonical({ kind, title, body, image_id, cta_url, details, scene });
  };
  return (one: Drawn, other: Drawn): boolean => approvedPart(one) === approvedPart(other);
}

/** Draws it. What is published shows it from now on. */
export async function makeCard(
  ctx: TransactionContext,
  row: Drawn & Pick<ContentRow, 'state' | 'deleted_at'>,
): Promise<{ card_id: string; approved_sha256?: string }> {
  const { asset_id, sha256 } = await drawCard(ctx, row);
  return { card_id: asset_id, ...(isPublished(row) && { approved_sha256: sha256 }) };
}

export const cardFilename = (kind: ContentRow['kind']) => `${kind}.slide`;

export async function drawCard(
  ctx: TransactionContext,
  row: Drawn,
): Promise<{ asset_id: string; sha256: string }> {
  const { server } = ctx;
  const tz = await zoneOf(ctx);
  const picture = await pictureOf(ctx, row.image_id, tz);
  const body = bodyOfRow(row) as ContentBody;
  const scene = composeCard(body, { words, tz, picture: picture === null ? null : PICTURE });
  const pictures = picture === null ? [] : [await copyForSlide(server, shownFile(picture).sha256)];
  const picture_ids = picture === null ? [] : [picture.id];
  const file = await makeSceneFile(ctx, scene, { name: row.kind, pictures });
  const filename = cardFilename(row.kind);
  const { asset_id, sha256 } = await addAsset(ctx, { ...file, filename, picture_ids });
  await notePictures(ctx, asset_id, picture_ids);
  return { asset_id, sha256 };
}

/** null where there is none that may be shown, also by its licence. */
async function pictureOf({ tx, tenant_id, now }: TransactionContext, id: string | null, tz: string) {
  if (id === null) return null;
  const [asset] = await tx
    .select()
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, tenant_id)))
    /** Whoever takes it off the screens at this moment waits for the card, or the card for him. */
    .for('share');
  const isUsable = asset?.state === 'ready' && asset.deleted_at === null;
  return isUsable && !hasEnded(asset.licence_until, tz, now) ? asset : null;
}
