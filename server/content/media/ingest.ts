/** Ingests a file: probes it, stores its bytes durably, then inserts its rows in one transaction. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { isVideo, type Asset } from '../../../shared/contract/content/media.ts';
import type { CreativeKind } from '../../../shared/contract/content/creative.ts';
import type { SlideContent } from '../../../shared/contract/content/slide.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { creatives, mediaAssets, type StoredRendition } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import { requireWithinPlan } from '../../identity/tenants/plan.ts';
import type { Server } from '../../context/server.ts';
import { appendAuditEntry, type AuditPrincipal } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { hashesOf } from '../creatives/frozen.ts';
import { cleanFilename, nameOf } from '../uploads/filenames.ts';
import { initialProcessing } from './initialProcessing.ts';
import { decodeWhole } from './formats/decode.ts';
import { COPY_MIME, copyPicture, isPlayedAsIs, requireWhole, type Picture } from './formats/picture.ts';
import { probe, requireShort, type Facts } from './formats/probe.ts';
import { storeFile, type StoredFile } from './store.ts';
import { makeThumbnail, stillOf } from './thumbnail.ts';

export interface IngestOptions {
  path: string;
  /** Metadata only; it never becomes part of a path. */
  filename: string;
  tenant_id: string;
  user_id: string | null;
  name?: string | undefined;
  /** Of the library. */
  folder?: string;
  /** Why it is approved without a review; null: it is a draft. */
  approval_reason: string | null;
  /** The uploader; undefined for files of the server itself, which are not audited. */
  auditPrincipal?: AuditPrincipal;
  /** Throws where the tenant does not take such a file, by what its content is. */
  judge?: (facts: Facts) => void;
  /** Gives it up. */
  signal?: AbortSignal;
  /** Reuses the creative with this content and name instead of adding another. */
  reuseCreative?: boolean;
  /** Its creative's id, where the same file may be handed in again: the second time adds nothing. */
  creative_id?: string | undefined;
}
export interface IngestedFile {
  creative_id: string;
  asset_id: string;
  sha256: string;
}
export interface AssetFile extends StoredFile {
  facts: Omit<Facts, 'mime'> & Pick<Asset, 'mime'>;
  thumbnail_sha256: string | null;
  /** Of a picture, the copy that screens play. */
  renditions: StoredRendition[];
  /** What it was made from, where it is the file of a slide. */
  slide?: SlideContent;
  /** Files whose pictures are packed into it. */
  picture_ids?: string[];
  filename: string;
  folder?: string;
  /** The server fetched it for a feed. */
  from_feed?: boolean;
}
/** Whoever may make creatives decides by making them. */
export const MAKER_APPROVES = 'uploader_holds_manage_creatives';

const IMAGE_MS = 10_000;
const MIN_MS = 1_000;

/** ms; a picture stays a while, and no item is shorter than a second. */
export const creativeLength = (duration_ms: number | null) => Math.max(MIN_MS, duration_ms ?? IMAGE_MS);

type FileSource = Pick<IngestOptions, 'path' | 'filename' | 'judge' | 'signal'>;
/** Probed, decoded and stored, and in no library yet: outside of any transaction, since a video takes its time. */
export async function prepareFile(server: Server, source: FileSource): Promise<AssetFile> {
  const checked = await inFolder(server, folder => check(server, source, folder));
  return { ...(await storeFile(server, source.path)), ...checked, filename: source.filename };
}

export async function ingestFile(server: Server, options: IngestOptions): Promise<IngestedFile> {
  const prepared = await prepareFile(server, options);
  return inTenant(server, options, async ctx => {
    const before = await takenBefore(ctx, options.creative_id);
    if (before) return { ...before, sha256: prepared.sha256 };
    const taken = await addPreparedFile(ctx, { ...options, ...prepared });
    const { auditPrincipal, filename } = options;
    const diff = { filename: { before: null, after: filename } };
    const entry = {
      action: 'creatives.upload',
      target_type: 'creatives',
      target_id: taken.creative_id,
      target_name: filename,
      diff,
    };
    if (auditPrincipal) await appendAuditEntry(ctx, auditPrincipal, entry);
    return taken;
  });
}

async function takenBefore({ tx, tenant_id }: TransactionContext, id: string | undefined) {
  if (id === undefined) return undefined;
  const [row] = await tx
    .select({ creative_id: creatives.id, asset_id: creatives.asset_id })
    .from(creatives)
    .where(and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, id)));
  return row;
}

/** Makes files in a folder of their own, which is gone at the end. */
async function inFolder<T>(server: Server, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(server.objects.scratch, uuid7(server.clock.now()));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await make(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Checked = Pick<AssetFile, 'thumbnail_sha256' | 'renditions'> & { facts: Facts };

/** Decodes the whole file once, and stores what it is shown by. */
async function check(server: Server, { path, signal, judge }: FileSource, folder: string): Promise<Checked> {
  const tools = { ffmpeg: server.config.ffmpeg, signal };
  const { facts, video, picture } = await probe(path, tools);
  judge?.(facts);
  const thumbnail = (of: Picture) => storeThumbnail(server, of, folder);
  if (picture === undefined) {
    const decoded_ms = video ? await decodeWhole(path, video, tools) : null;
    const duration_ms = facts.duration_ms ?? decoded_ms;
    requireShort(duration_ms);
    judge?.({ ...facts, duration_ms });
    const still = video ? await stillOf(path, facts, tools.ffmpeg) : null;
    const thumbnail_sha256 = still ? await thumbnail(still) : null;
    return { facts: { ...facts, duration_ms }, thumbnail_sha256, renditions: [] };
  }
  if (isPlayedAsIs(facts.mime)) await requireWhole(path, facts.mime);
  const copy = join(folder, 'copy');
  const size = await copyPicture(picture, facts.mime, copy);
  const rendition = { ...(await storeFile(server, copy)), mime: COPY_MIME, ...size } as const;
  return { facts, thumbnail_sha256: await thumbnail(copy), renditions: [rendition] };
}

async function storeThumbnail(server: Server, picture: Picture, folder: string): Promise<string> {
  const file = join(folder, 'thumbnail');
  await makeThumbnail(picture, file);
  return (await storeFile(server, file)).sha256;
}

/** A picture of a feed, which belongs to no creative. Returns its asset. */
export async function ingestPicture(
  server: Server,
  file: Pick<IngestOptions, 'path' | 'filename' | 'tenant_id'>,
): Promise<string> {
  const options = { ...file, user_id: null };
  return inFolder(server, async folder => {
    const checked = await check(server, options, folder);
    if (isVideo(checked.facts.mime)) throw new AppError('TYPE_REFUSED', 'This is no picture.');
    const stored = await storeFile(server, file.path);
    return inTenant(server, options, async ctx => {
      const { asset_id } = await addAsset(ctx, { ...options, ...stored, ...checked, from_feed: true });
      await requireWithinPlan(ctx, 'storage_gb');
      return asset_id;
    });
  });
}

const orAsItWas = (
  column: typeof mediaAssets.state | typeof mediaAssets.processing | typeof mediaAssets.processing_at,
) =>
  sql`case when ${mediaAssets.state} = 'failed' then excluded.${sql.identifier(column.name)} else ${column} end`;
/** What could not be converted is tried again when it is uploaded again. */
const RETRIED = {
  state: orAsItWas(mediaAssets.state),
  processing: orAsItWas(mediaAssets.processing),
  processing_at: orAsItWas(mediaAssets.processing_at),
  failure: null,
};

interface StoredAsset {
  asset_id: string;
  sha256: string;
  renditions: StoredRendition[];
}
/**
 * The same content is one asset per tenant; a deleted one is restored. What the server makes by itself, as cards and
 * widgets, is never refused: `requireWithinPlan` is for those who add a file.
 */
export async function addAsset(ctx: TransactionContext, file: AssetFile): Promise<StoredAsset> {
  const { tx, tenant_id } = ctx;
  const { facts, filename, bytes, sha256, chunks_sha256, thumbnail_sha256, renditions } = file;
  const { slide, picture_ids, folder = '', from_feed = false } = file;
  const [asset] = await tx
    .insert(mediaAssets)
    .values({
      ...{ tenant_id, ...madeNow(ctx), ...facts },
      ...{ id: uuid7(ctx.now), filename: cleanFilename(filename) },
      ...{
        bytes,
        sha256,
        chunks_sha256,
        thumbnail_sha256,
        renditions,
        slide,
        picture_ids,
        folder,
        from_feed,
      },
      ...initialProcessing(facts, dateOf(ctx.now)),
    })
    .onConflictDoUpdate({
      target: [mediaAssets.tenant_id, mediaAssets.sha256],
      set: {
        deleted_at: null,
        /** Where somebody has put it, it stays. */
        folder: sql`coalesce(nullif(${mediaAssets.folder}, ''), excluded.folder)`,
        /** What somebody uploads is his, whichever feed has it, too. */
        from_feed: sql`${mediaAssets.from_feed} and excluded.from_feed`,
        thumbnail_sha256: sql`coalesce(excluded.thumbnail_sha256, ${mediaAssets.thumbnail_sha256})`,
        ...RETRIED,
      },
    })
    .returning({ id: mediaAssets.id, renditions: mediaAssets.renditions });
  if (!asset) throw new Error('an asset was neither made nor found');
  return { asset_id: asset.id, sha256, renditions: asset.renditions };
}

interface NewCreative extends StoredAsset {
  name: string;
  kind: CreativeKind;
  duration_ms: number;
  approval_reason: string | null;
  alt_text?: string;
  id?: string | undefined;
}
export async function addCreative(ctx: TransactionContext, creative: NewCreative): Promise<string> {
  const { approval_reason, sha256, renditions, id = uuid7(ctx.now), ...fields } = creative;
  await ctx.tx.insert(creatives).values({
    ...{ id, tenant_id: ctx.tenant_id, ...madeNow(ctx), ...fields },
    ...(approval_reason === null
      ? { state: 'draft', edited_by: withEditor(ctx) }
      : {
          ...{ state: 'approved', approval_reason, approved_sha256: sha256 },
          approved_renditions: hashesOf(renditions),
        }),
  });
  return id;
}

const madeNow = ({ now, user_id }: TransactionContext) => ({
  created_by: user_id,
  created_at: dateOf(now),
  updated_at: dateOf(now),
});

type PreparedFile = AssetFile &
  Pick<IngestOptions, 'approval_reason' | 'name' | 'reuseCreative' | 'creative_id'>;
/** The rows of a file: its asset and a creative of it. */
export async function addPreparedFile(ctx: TransactionContext, file: PreparedFile): Promise<IngestedFile> {
  const { facts, approval_reason } = file;
  const stored = await addAsset(ctx, file);
  await requireWithinPlan(ctx, 'storage_gb');
  const { asset_id, sha256 } = stored;
  const name = nameOf(file);
  const known = file.reuseCreative === true ? await creativeOf(ctx, { asset_id, name }) : null;
  const kind = isVideo(facts.mime) ? 'video' : 'image';
  const duration_ms = creativeLength(facts.duration_ms);
  const id = file.creative_id;
  const creative = { ...stored, id, name, kind, duration_ms, approval_reason } as const;
  return { creative_id: known ?? (await addCreative(ctx, creative)), asset_id, sha256 };
}

async function creativeOf(
  { tx, tenant_id }: TransactionContext,
  { asset_id, name }: { asset_id: string; name: string },
): Promise<string | null> {
  const [row] = await tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(
      and(
        eq(creatives.tenant_id, tenant_id),
        eq(creatives.asset_id, asset_id),
        eq(creatives.name, name),
        isNull(creatives.deleted_at),
      ),
    )
    .limit(1);
  return row?.id ?? null;
}
