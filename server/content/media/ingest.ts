/** Ingests a file: probes it, stores its bytes durably, then inserts its rows in one transaction. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { isVideo } from '../../../shared/contract/content/media.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { creatives, mediaAssets } from '../../db/schema.ts';
import { requireWithinPlan } from '../../identity/tenants/plan.ts';
import type { Server } from '../../context/server.ts';
import { appendAuditEntry, type AuditPrincipal } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { initialProcessing } from './processing.ts';
import { probe, type Facts } from './probe.ts';
import { storeFile, type StoredFile } from './store.ts';
import { makeThumbnail } from './thumbnail.ts';

export interface IngestOptions {
  path: string;
  /** Metadata only; it never becomes part of a path. */
  filename: string;
  tenant_id: string;
  user_id: string | null;
  name?: string | undefined;
  /** Why it is approved without a review; null: it is a draft. */
  approval_reason: string | null;
  /** The uploader; undefined for files of the server itself, which are not audited. */
  auditPrincipal?: AuditPrincipal;
  /** Reuses the creative with this content and name instead of adding another. */
  reuseCreative?: boolean;
}
export interface IngestedFile {
  creative_id: string;
  asset_id: string;
  sha256: string;
}
interface StoredFacts extends StoredFile {
  facts: Facts;
  thumbnail_sha256: string | null;
}

const IMAGE_MS = 10_000;
const MIN_MS = 1_000;
const MAX_FILENAME = 255;
const MAX_NAME = 120;
const UNNAMED = 'file';

/** The last segment of a path, without characters that cannot be shown or stored. */
export const cleanFilename = (name: string) =>
  (name.normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(0, MAX_FILENAME) || UNNAMED;

export const nameOf = ({ filename, name }: Pick<IngestOptions, 'filename' | 'name'>) =>
  cleanFilename(
    name === undefined || name.trim() === '' ? cleanFilename(filename).replace(/\.[^.]{1,5}$/, '') : name,
  )
    .slice(0, MAX_NAME)
    .trim();

export async function ingestFile(server: Server, options: IngestOptions): Promise<IngestedFile> {
  const facts = await probe(options.path);
  const thumbnail_sha256 = await storeThumbnail(server, options.path, facts);
  const stored = await storeFile(server, options.path);
  return inTenant(server, options, async ctx => {
    const taken = await insert(ctx, { ...options, ...stored, facts, thumbnail_sha256 });
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

async function storeThumbnail(server: Server, path: string, facts: Facts): Promise<string | null> {
  const dir = join(server.config.dataDir, 'media', 'coming');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `${uuid7(server.clock.now())}.webp`);
  try {
    return (await makeThumbnail(path, facts, file, server.config.ffmpeg))
      ? (await storeFile(server, file)).sha256
      : null;
  } finally {
    await rm(file, { force: true });
  }
}

/** A picture that belongs to no creative: the server itself took it in. Returns its asset. */
export async function ingestPicture(
  server: Server,
  file: Pick<IngestOptions, 'path' | 'filename' | 'tenant_id'>,
): Promise<string> {
  const facts = await probe(file.path);
  if (isVideo(facts.mime)) throw new AppError('TYPE_REFUSED', 'This is no picture.');
  const thumbnail_sha256 = await storeThumbnail(server, file.path, facts);
  const stored = await storeFile(server, file.path);
  const options = { ...file, user_id: null };
  return inTenant(server, options, ctx =>
    insertAsset(ctx, { ...options, ...stored, facts, thumbnail_sha256 }),
  );
}

/** The same content is one asset per tenant; a deleted one is restored. */
async function insertAsset(
  ctx: TransactionContext,
  file: Pick<IngestOptions, 'filename'> & StoredFacts,
): Promise<string> {
  const { tx, tenant_id, user_id } = ctx;
  const now = dateOf(ctx.now);
  const made = { tenant_id, created_by: user_id, created_at: now, updated_at: now };
  const { facts, sha256 } = file;
  const [asset] = await tx
    .insert(mediaAssets)
    .values({
      ...made,
      ...facts,
      id: uuid7(ctx.now),
      filename: cleanFilename(file.filename),
      bytes: file.bytes,
      sha256,
      chunks_sha256: file.chunks_sha256,
      thumbnail_sha256: file.thumbnail_sha256,
      ...initialProcessing(facts, now),
    })
    .onConflictDoUpdate({
      target: [mediaAssets.tenant_id, mediaAssets.sha256],
      set: {
        deleted_at: null,
        thumbnail_sha256: sql`coalesce(excluded.thumbnail_sha256, ${mediaAssets.thumbnail_sha256})`,
      },
    })
    .returning({ id: mediaAssets.id });
  if (!asset) throw new Error('an asset was neither made nor found');
  await requireWithinPlan(ctx, 'storage_gb');
  return asset.id;
}

async function insert(ctx: TransactionContext, file: IngestOptions & StoredFacts): Promise<IngestedFile> {
  const { tx, tenant_id, user_id } = ctx;
  const { facts, sha256 } = file;
  const now = dateOf(ctx.now);
  const made = { tenant_id, created_by: user_id, created_at: now, updated_at: now };
  const asset_id = await insertAsset(ctx, file);
  const name = nameOf(file);
  const known = file.reuseCreative === true ? await creativeOf(ctx, { asset_id, name }) : null;
  if (known) return { creative_id: known, asset_id, sha256 };
  const creative_id = uuid7(ctx.now);
  await tx.insert(creatives).values({
    ...made,
    id: creative_id,
    name,
    kind: isVideo(facts.mime) ? 'video' : 'image',
    ...(file.approval_reason === null
      ? { state: 'draft' }
      : { state: 'approved', approval_reason: file.approval_reason, approved_sha256: sha256 }),
    asset_id,
    duration_ms: Math.max(MIN_MS, facts.duration_ms ?? IMAGE_MS),
  });
  return { creative_id, asset_id, sha256 };
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
