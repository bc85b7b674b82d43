/** The queue of videos to transcode: a state on each asset, so that every node sees it and it survives a restart. */
import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  isVideo,
  type Asset,
  type Failure,
  type Processing,
} from '../../../shared/contract/content/media.ts';
import type { MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { mediaAssets, type StoredRendition } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { appendAuditEntry, THE_SERVER } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { freezeRenditions } from '../creatives/frozen.ts';
import { assetListing } from './assets.ts';
import { queuedAt } from './initialProcessing.ts';
import type { Facts } from './formats/probe.ts';
import { reissue } from '../playlists/reissue.ts';

/** ms; a job whose lease was not renewed for this long is free again. */
const LEASE_MS = 30_000;
const ACTIVE_STATES: Processing[] = ['queued', 'running'];

export interface Job {
  id: string;
  tenant_id: string;
  sha256: string;
  bytes: number;
  facts: Facts;
  /** Renditions that stay as they are, because those in AV1 alone are made; null: all are made. */
  stays: StoredRendition[] | null;
}
export interface Outcome {
  processing: Extract<Processing, 'done' | 'failed' | 'unavailable'>;
  av1_tried?: boolean;
  renditions?: StoredRendition[];
  poster_sha256?: string;
  /** Counts where there is nothing to show of a file that screens do not play. */
  failure?: Failure;
}

/** State of an asset whose work has ended: one that screens do not play needs a rendition. */
function stateAfter(
  { state, unplayable }: Pick<Asset, 'state' | 'unplayable'>,
  renditions: readonly unknown[],
  failure: Failure,
): Partial<Pick<Asset, 'state' | 'failure'>> {
  if (unplayable === null || (state !== 'processing' && state !== 'failed')) return {};
  return renditions.length > 0 ? { state: 'ready', failure: null } : { state: 'failed', failure };
}

async function changeProcessing(
  ctx: TransactionContext,
  id: string,
  wanted: (before: Asset) => Partial<typeof mediaAssets.$inferInsert>,
): Promise<MediaFile> {
  const { tx, tenant_id } = ctx;
  const before = await assetListing.read(ctx, id);
  const set = wanted(before);
  if (Object.keys(set).length === 0) return before;
  ctx.auditNote.before = { processing: before.processing };
  ctx.auditNote.after = { processing: set.processing };
  await tx
    .update(mediaAssets)
    .set({ ...set, progress: 0 })
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, tenant_id)));
  return assetListing.read(ctx, id);
}

/** Queues the asset unless it is queued or running. */
export const requestProcessing = (ctx: TransactionContext, id: string) =>
  changeProcessing(ctx, id, before =>
    !isVideo(before.mime) || ACTIVE_STATES.includes(before.processing)
      ? {}
      : {
          ...queuedAt(dateOf(ctx.now)),
          /** Whatever is shown of it is shown until there is something newer. */
          ...(before.state === 'failed' && { state: 'processing', failure: null }),
        },
  );

/** Existing renditions stay; the node that works on it notices when it renews its lease. */
export const cancel = (ctx: TransactionContext, id: string) =>
  changeProcessing(ctx, id, before =>
    ACTIVE_STATES.includes(before.processing)
      ? {
          processing: 'cancelled',
          processing_at: null,
          ...stateAfter(before, before.renditions, 'cancelled'),
        }
      : {},
  );

/** The job that waits longest, or one whose lease expired. */
export async function claimJob({ tenantTransactions, clock }: Server): Promise<Job | null> {
  const now = dateOf(clock.now());
  const isFree = or(
    eq(mediaAssets.processing, 'queued'),
    and(eq(mediaAssets.processing, 'running'), lt(mediaAssets.processing_at, dateOf(clock.now() - LEASE_MS))),
  );
  return tenantTransactions.acrossTenants(async tx => {
    const [row] = await tx
      .select()
      .from(mediaAssets)
      .where(and(inArray(mediaAssets.processing, ACTIVE_STATES), isFree, isNull(mediaAssets.deleted_at)))
      .orderBy(asc(mediaAssets.processing_at))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    await tx
      .update(mediaAssets)
      .set({ processing: 'running', progress: 0, processing_at: now })
      .where(eq(mediaAssets.id, row.id));
    return jobOf(row);
  });
}
export function jobOf(row: typeof mediaAssets.$inferSelect): Job {
  const { id, tenant_id, sha256, bytes, codec, w, h, duration_ms, unplayable } = row;
  const facts = { mime: row.mime as Facts['mime'], codec, w, h, duration_ms, unplayable };
  return { id, tenant_id, sha256, bytes, facts, stays: null };
}

/** Writes to a running job; returns the asset, null where it was cancelled. */
async function write(
  { tx }: TransactionContext,
  { id, tenant_id }: Job,
  set: Partial<typeof mediaAssets.$inferInsert>,
): Promise<typeof mediaAssets.$inferSelect | null> {
  const [row] = await tx
    .update(mediaAssets)
    .set(set)
    .where(
      and(
        eq(mediaAssets.id, id),
        eq(mediaAssets.tenant_id, tenant_id),
        eq(mediaAssets.processing, 'running'),
      ),
    )
    .returning();
  return row ?? null;
}
const inTenantOf = <T>(server: Server, { tenant_id }: Job, act: (ctx: TransactionContext) => Promise<T>) =>
  inTenant(server, { tenant_id, user_id: null }, act);

export const renewLease = (server: Server, job: Job, progress: number) =>
  inTenantOf(
    server,
    job,
    async ctx => (await write(ctx, job, { progress, processing_at: dateOf(ctx.now) })) !== null,
  );

/** Returns the job for the next start or another node: to the queue, or among those that have all but AV1. */
export const releaseJob = (server: Server, job: Job) =>
  inTenantOf(server, job, ctx =>
    write(ctx, job, {
      ...(job.stays ? { processing: 'done', processing_at: null } : { processing: 'queued' }),
      progress: 0,
    }),
  );

/** Stores the result, which is our own work and so approved like its file, and reissues the documents of screens. */
export const finishJob = (server: Server, job: Job, { failure = 'conversion', ...outcome }: Outcome) =>
  inTenantOf(server, job, async ctx => {
    const before = await assetListing.read(ctx, job.id);
    const state = stateAfter(before, outcome.renditions ?? before.renditions, failure);
    const asset = await write(ctx, job, { ...outcome, ...state, progress: 0, processing_at: null });
    if (!asset || !outcome.renditions) return;
    const frozen = await freezeRenditions(ctx, asset);
    await reissue(ctx, [job.id]);
    if (frozen) await appendAuditEntry(ctx, THE_SERVER, frozen);
  });
