/** What an import from another system makes of files, slides and playlists: drafts, and their way back while nobody has touched them. */
import { open } from 'node:fs/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Playlist } from '../../shared/contract/content/playlist.ts';
import type { SlideInput } from '../../shared/contract/content/slideCalls.ts';
import type { UploadLimits } from '../../shared/contract/identity/settings/uploadLimits.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import type { Server } from '../context/server.ts';
import { creatives, mediaAssets, playlists } from '../db/schema.ts';
import { requireStorageWithinPlan } from '../identity/tenants/plan.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { requireUnused as requireCreativeUnused } from './creatives/uses.ts';
import { deleteFiles } from './library/library.ts';
import { blockersOf } from './library/usage.ts';
import { addPreparedFile, prepareFile, type AssetFile } from './media/ingest.ts';
import { probe, type Facts } from './media/formats/probe.ts';
import type { DraftItem } from './playlists/drafts.ts';
import { addPlaylist, freeNameOf, requireUnused as requirePlaylistUnused } from './playlists/playlists.ts';
import { addSlideDraft } from './slides/slides.ts';
import { requireWithinLimits, uploadLimitsOf } from './uploads/tenantLimits.ts';

export interface ImportedFile {
  path: string;
  filename: string;
}
export interface ImportedCreative {
  creative_id: string;
  /** The file that came with it; null: the library had it before. */
  new_asset_id: string | null;
}

export const importLimitsOf = uploadLimitsOf;

const judgeBy =
  (limits: UploadLimits, bytes: number) =>
  ({ mime, duration_ms }: Facts): void =>
    requireWithinLimits(limits, { mime, bytes, duration_ms });
async function sizeOf(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Throws where screens or the tenant do not take such a file; nothing is stored. */
export async function requireTakenFile(
  server: Server,
  { path }: ImportedFile,
  limits: UploadLimits,
): Promise<void> {
  const { facts } = await probe(path, { ffmpeg: server.config.ffmpeg });
  judgeBy(limits, await sizeOf(path))(facts);
}
export const requireRoomFor = async (ctx: TransactionContext, bytes: number): Promise<void> =>
  requireStorageWithinPlan(ctx, bytes);

/** Outside of any transaction: a video is decoded whole. */
export async function prepareImportedFile(
  server: Server,
  file: ImportedFile,
  limits: UploadLimits,
): Promise<AssetFile> {
  const judge = judgeBy(limits, await sizeOf(file.path));
  return prepareFile(server, { ...file, judge });
}

export async function addImportedFile(
  ctx: TransactionContext,
  file: AssetFile,
  name: string,
): Promise<ImportedCreative> {
  const isThere = await hasAsset(ctx, file.sha256);
  const { creative_id, asset_id } = await addPreparedFile(ctx, {
    ...{ ...file, name, approval_reason: null, reuseCreative: false },
  });
  return { creative_id, new_asset_id: isThere ? null : asset_id };
}
const hasAsset = async ({ tx, tenant_id }: TransactionContext, sha256: string): Promise<boolean> =>
  (await tx.$count(
    mediaAssets,
    and(
      ...[eq(mediaAssets.tenant_id, tenant_id), eq(mediaAssets.sha256, sha256)],
      isNull(mediaAssets.deleted_at),
    ),
  )) > 0;

export async function addImportedSlide(
  ctx: TransactionContext,
  slide: SlideInput,
): Promise<ImportedCreative> {
  const { creative_id, asset_id } = await addSlideDraft(ctx, slide);
  return { creative_id, new_asset_id: asset_id };
}

export interface ImportedPlaylist extends Pick<Playlist, 'name' | 'zone' | 'layout' | 'beside_id'> {
  items: readonly DraftItem[];
}
export async function addImportedPlaylist(
  ctx: TransactionContext,
  { name, ...made }: ImportedPlaylist,
): Promise<string> {
  const isFree = await isPlaylistNameFree(ctx, name);
  return addPlaylist(ctx, { ...made, name: isFree ? name : await freeNameOf(ctx, name) });
}

/** One that was deleted, or taken back, leaves its name to the next. */
export const isPlaylistNameFree = async (
  { tx, tenant_id }: TransactionContext,
  name: string,
): Promise<boolean> =>
  (await tx.$count(
    playlists,
    and(...[eq(playlists.tenant_id, tenant_id), eq(playlists.name, name)], isNull(playlists.deleted_at)),
  )) === 0;

/** Something shows it: then it stays. */
async function isUnused(require: () => Promise<void>): Promise<boolean> {
  try {
    await require();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

interface Imported {
  id: string;
  /** As the import has written it: whoever has changed it since keeps it. */
  version: number;
}
/** False: it was changed since, or is in use, and stays. */
export async function removeImportedPlaylist(
  ctx: TransactionContext,
  { id, version }: Imported,
): Promise<boolean> {
  const { tx, tenant_id, now } = ctx;
  const its = and(
    ...[eq(playlists.tenant_id, tenant_id), eq(playlists.id, id), eq(playlists.version, version)],
    isNull(playlists.deleted_at),
  );
  const [row] = await tx.select({ id: playlists.id }).from(playlists).where(its).for('update');
  if (!row || !(await isUnused(() => requirePlaylistUnused(ctx, id)))) return false;
  const gone = { deleted_at: dateOf(now), updated_at: dateOf(now), version: version + 1, fallback: false };
  await tx.update(playlists).set(gone).where(its);
  return true;
}

export async function removeImportedCreative(
  ctx: TransactionContext,
  { id, version, new_asset_id }: Imported & { new_asset_id: string | null },
): Promise<boolean> {
  const { tx, tenant_id, now } = ctx;
  const its = and(
    ...[eq(creatives.tenant_id, tenant_id), eq(creatives.id, id), eq(creatives.version, version)],
    ...[isNull(creatives.deleted_at), eq(creatives.state, 'draft')],
  );
  const [row] = await tx.select({ id: creatives.id }).from(creatives).where(its).for('update');
  if (!row || !(await isUnused(() => requireCreativeUnused(ctx, id)))) return false;
  const gone = { deleted_at: dateOf(now), updated_at: dateOf(now), version: version + 1 };
  await tx.update(creatives).set(gone).where(its);
  if (new_asset_id !== null) await removeFile(ctx, new_asset_id);
  return true;
}

/** The file goes with the creative it came with, where nothing else has taken it up. */
async function removeFile(ctx: TransactionContext, asset_id: string): Promise<void> {
  const { tx, tenant_id } = ctx;
  const others = await tx.$count(
    creatives,
    and(eq(creatives.tenant_id, tenant_id), eq(creatives.asset_id, asset_id), isNull(creatives.deleted_at)),
  );
  if (others > 0 || (await blockersOf(ctx, [asset_id])).size > 0) return;
  await deleteFiles(ctx, [asset_id]);
}
