/** Nothing is approved or published before its checks: what needs no measuring is checked at once, a video is waited for. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isVideo } from '../../../shared/contract/content/media.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { checkedFiles, creatives, mediaAssets, playlistItems } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { checkFile, type FileOfCreative } from './findings.ts';

type Asset = typeof mediaAssets.$inferSelect;
/** Only ffmpeg tells how a video flashes, and that takes as long as it takes. */
const awaitsMeasuring = ({ mime, measured, processing }: Asset) =>
  isVideo(mime) && measured === null && processing !== 'unavailable';

export async function requireChecked(ctx: TransactionContext, files: readonly FileOfCreative[]) {
  if (files.length === 0) return;
  const { tx, tenant_id } = ctx;
  const creative_ids = files.map(({ creative_id }) => creative_id);
  const done = await tx.select().from(checkedFiles).where(inArray(checkedFiles.creative_id, creative_ids));
  const isDone = (file: FileOfCreative) =>
    done.some(one => one.creative_id === file.creative_id && one.asset_id === file.asset_id);
  const unchecked = files.filter(file => !isDone(file));
  if (unchecked.length === 0) return;
  const ids = unchecked.map(({ asset_id }) => asset_id);
  const own = and(eq(mediaAssets.tenant_id, tenant_id), inArray(mediaAssets.id, ids));
  const assets = new Map((await tx.select().from(mediaAssets).where(own)).map(row => [row.id, row]));
  const waiting = unchecked.filter(({ asset_id }) => {
    const asset = assets.get(asset_id);
    return asset !== undefined && awaitsMeasuring(asset);
  });
  if (waiting.length > 0)
    throw new AppError('BEING_CHECKED', 'Some files are being checked. Try again in a moment.', {
      creative_ids: waiting.map(({ creative_id }) => creative_id),
    });
  for (const { creative_id, asset_id } of unchecked) await checkFile(ctx, { creative_id, asset_id });
}

/** Of the draft. What may not be published anyway is not waited for. */
export async function requireDraftChecked(ctx: TransactionContext, playlist_id: string): Promise<void> {
  const files = await ctx.tx
    .selectDistinct({ creative_id: creatives.id, asset_id: creatives.asset_id })
    .from(playlistItems)
    .innerJoin(creatives, eq(creatives.id, playlistItems.creative_id))
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(
        ...[eq(playlistItems.tenant_id, ctx.tenant_id), eq(playlistItems.playlist_id, playlist_id)],
        ...[isNull(creatives.deleted_at), eq(creatives.state, 'approved'), eq(mediaAssets.state, 'ready')],
      ),
    )
    /** In one order, so that two that publish the same creatives do not wait for each other. */
    .orderBy(creatives.id);
  await requireChecked(ctx, files);
}
