/** One file of the library: renamed, moved, tagged, licensed, deleted with the creatives that show it, brought back. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import { SLIDE_MIME, isVideo } from '../../../shared/contract/content/media.ts';
import type { MediaFile, mediaPatch } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { notFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { creatives, mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireWithinPlan } from '../../identity/tenants/plan.ts';
import { assetListing } from '../media/assets.ts';
import { cleanFilename } from '../uploads/filenames.ts';
import { addCreative, creativeLength, MAKER_APPROVES } from '../media/ingest.ts';
import { redrawItemsWith } from '../local/dueContent.ts';
import { reissue } from '../playlists/reissue.ts';
import { recheckFiles } from '../validation/recheck.ts';
import { blockersOf, inUse } from './usage.ts';

export type MediaRow = typeof mediaAssets.$inferSelect;
export const readMediaFile = (ctx: TransactionContext, id: string) => assetListing.read(ctx, id);

/** Locks a file of the library before a change. */
export async function lockMediaRow(ctx: TransactionContext, id: string): Promise<MediaRow> {
  const [row] = await ctx.tx
    .select()
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, ctx.tenant_id)))
    .for('update');
  if (!row || row.mime === SLIDE_MIME) throw notFound('media');
  const { filename, folder, tags, licence_until } = row;
  ctx.auditNote.before = { filename, folder, tags, licence_until };
  ctx.auditNote.target_name = filename;
  return row;
}
async function lockVersion(ctx: TransactionContext, id: string, expected: number): Promise<MediaRow> {
  const row = await lockMediaRow(ctx, id);
  if (row.deleted_at !== null) throw notFound('media');
  if (row.version !== expected) requireVersion(await readMediaFile(ctx, id), expected);
  return row;
}
export const writeMediaRow = (
  { tx, now }: TransactionContext,
  { id, version }: MediaRow,
  set: Partial<MediaRow>,
) =>
  tx
    .update(mediaAssets)
    .set({ ...set, version: version + 1, updated_at: dateOf(now) })
    .where(eq(mediaAssets.id, id));

interface Change {
  id: string;
  expected: number;
  patch: z.infer<typeof mediaPatch>;
}
/** Another end of its licence reaches the screens with their next look at the manifest. */
export async function changeMediaFile(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<MediaFile> {
  const row = await lockVersion(ctx, id, expected);
  const { filename, ...rest } = patch;
  await writeMediaRow(ctx, row, {
    ...rest,
    ...(filename !== undefined && { filename: cleanFilename(filename) }),
  });
  if (patch.licence_until !== undefined && patch.licence_until !== row.licence_until)
    await followLicence(ctx, [id]);
  return readMediaFile(ctx, id);
}

/** What screens are given and what is found of these files, and of slides and local content with their pictures. */
export async function followLicence(ctx: TransactionContext, asset_ids: readonly string[]): Promise<void> {
  if (asset_ids.length === 0) return;
  await recheckFiles(ctx, asset_ids);
  await reissue(ctx, asset_ids);
  await redrawItemsWith(ctx, asset_ids);
}

/** The creatives that show it go with it: nothing uses them. */
export async function deleteFiles({ tx, tenant_id, now }: TransactionContext, ids: readonly string[]) {
  const gone = { deleted_at: dateOf(now), updated_at: dateOf(now) };
  if (ids.length === 0) return;
  await tx
    .update(creatives)
    .set({ ...gone, version: sql`${creatives.version} + 1` })
    .where(
      and(
        ...[eq(creatives.tenant_id, tenant_id), inArray(creatives.asset_id, [...ids])],
        isNull(creatives.deleted_at),
      ),
    );
  await tx
    .update(mediaAssets)
    .set({ ...gone, version: sql`${mediaAssets.version} + 1` })
    .where(and(eq(mediaAssets.tenant_id, tenant_id), inArray(mediaAssets.id, [...ids])));
}

/** A file goes with its last creative, where it is his own and nothing else shows it. */
export async function deleteOwnUnused(ctx: TransactionContext, asset_id: string): Promise<void> {
  const { tx, tenant_id, user_id } = ctx;
  const [file] = await tx
    .select({ by: mediaAssets.created_by })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.tenant_id, tenant_id), eq(mediaAssets.id, asset_id)))
    .for('update');
  const ofFile = and(eq(creatives.tenant_id, tenant_id), eq(creatives.asset_id, asset_id));
  const others = await tx.$count(creatives, and(ofFile, isNull(creatives.deleted_at)));
  if (file?.by !== user_id || others > 0 || (await blockersOf(ctx, [asset_id])).size > 0) return;
  await deleteFiles(ctx, [asset_id]);
}

/** Locks what shows the files, so that no playlist takes it up meanwhile. */
export const lockCreativesOf = ({ tx, tenant_id }: TransactionContext, ids: readonly string[]) =>
  tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.asset_id, [...ids])))
    .orderBy(creatives.id)
    .for('update');

export async function removeMediaFile(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockVersion(ctx, id, expected);
  await lockCreativesOf(ctx, [id]);
  const blocker = (await blockersOf(ctx, [id])).get(id);
  if (blocker) throw inUse(blocker);
  await deleteFiles(ctx, [row.id]);
}

/** With the creatives that went with it. */
export async function restoreMediaFile(ctx: TransactionContext, id: string): Promise<MediaFile> {
  const row = await lockMediaRow(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  const { tx, tenant_id, now } = ctx;
  await tx
    .update(creatives)
    .set({ deleted_at: null, updated_at: dateOf(now), version: sql`${creatives.version} + 1` })
    .where(
      and(
        ...[eq(creatives.tenant_id, tenant_id), eq(creatives.asset_id, id)],
        eq(creatives.deleted_at, row.deleted_at ?? dateOf(now)),
      ),
    );
  await writeMediaRow(ctx, row, { deleted_at: null });
  await requireWithinPlan(ctx, 'storage_gb');
  return readMediaFile(ctx, id);
}

/** Whoever may make creatives decides by making them. */
export async function makeCreative(ctx: TransactionContext, id: string, name: string): Promise<MediaFile> {
  const row = await lockMediaRow(ctx, id);
  if (row.deleted_at !== null || row.state === 'failed' || row.state === 'deleted')
    throw new AppError('STATE', 'This file cannot be shown.', { state: row.state });
  await addCreative(ctx, {
    ...{ asset_id: id, sha256: row.sha256, renditions: row.renditions, name },
    kind: isVideo(row.mime) ? 'video' : 'image',
    duration_ms: creativeLength(row.duration_ms),
    approval_reason: MAKER_APPROVES,
  });
  return readMediaFile(ctx, id);
}
