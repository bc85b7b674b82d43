/** The queue of videos to be made smaller: a state on each asset, so that every node sees it and a restart goes on. */
import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Asset, Processing } from '../../../shared/contract/content/media.ts';
import { mediaAssets, type StoredRendition } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type Work } from '../../transaction/work.ts';
import { assetListing } from './assets.ts';
import { isProcessed } from './ladder.ts';
import type { Facts } from './probe.ts';
import { reissue } from '../playlists/reissue.ts';

/** Who has not said for so long that it works on something does not any more. */
const LEASE_MS = 30_000;
const UNDER_WAY: Processing[] = ['queued', 'running'];

export interface Job {
  id: string;
  tenant_id: string;
  sha256: string;
  bytes: number;
  facts: Facts;
}
export interface Outcome {
  processing: Extract<Processing, 'done' | 'failed' | 'unavailable'>;
  renditions?: StoredRendition[];
  poster_sha256?: string;
}

/** How a new asset stands in the queue. */
export const begun = (facts: Pick<Facts, 'mime'>, now: Date) =>
  isProcessed(facts) ? { processing: 'queued' as const, processing_at: now } : {};

async function move(
  work: Work,
  id: string,
  wanted: (before: Asset) => Partial<typeof mediaAssets.$inferInsert>,
): Promise<Asset> {
  const { tx, tenant_id } = work;
  const before = await assetListing.one(work, id);
  const set = wanted(before);
  if (Object.keys(set).length === 0) return before;
  work.noted.before = { processing: before.processing };
  work.noted.after = { processing: set.processing };
  await tx
    .update(mediaAssets)
    .set({ ...set, progress: 0 })
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, tenant_id)));
  return assetListing.one(work, id);
}

/** What is under way already is left to go on. */
export const askAnew = (work: Work, id: string) =>
  move(work, id, before => (UNDER_WAY.includes(before.processing) ? {} : begun(before, dateOf(work.now))));

/** What was made before stays; who works on it hears of it with its next word. */
export const cancel = (work: Work, id: string) =>
  move(work, id, before =>
    UNDER_WAY.includes(before.processing) ? { processing: 'cancelled', processing_at: null } : {},
  );

/** The one that waits longest, or that somebody let go of in the middle. */
export async function claim({ doors, clock }: Server): Promise<Job | null> {
  const now = dateOf(clock.now());
  const isFree = or(
    eq(mediaAssets.processing, 'queued'),
    and(eq(mediaAssets.processing, 'running'), lt(mediaAssets.processing_at, dateOf(clock.now() - LEASE_MS))),
  );
  return doors.everywhere(async tx => {
    const [row] = await tx
      .select()
      .from(mediaAssets)
      .where(and(inArray(mediaAssets.processing, UNDER_WAY), isFree, isNull(mediaAssets.deleted_at)))
      .orderBy(asc(mediaAssets.processing_at))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    await tx
      .update(mediaAssets)
      .set({ processing: 'running', progress: 0, processing_at: now })
      .where(eq(mediaAssets.id, row.id));
    const { id, tenant_id, sha256, bytes, codec, w, h, duration_ms } = row;
    return {
      id,
      tenant_id,
      sha256,
      bytes,
      facts: { mime: row.mime as Facts['mime'], codec, w, h, duration_ms },
    };
  });
}

/** Writes to what is still ours to work on; false where it was cancelled. */
async function write(
  { tx }: Work,
  { id, tenant_id }: Job,
  set: Partial<typeof mediaAssets.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(mediaAssets)
    .set(set)
    .where(
      and(
        eq(mediaAssets.id, id),
        eq(mediaAssets.tenant_id, tenant_id),
        eq(mediaAssets.processing, 'running'),
      ),
    )
    .returning({ id: mediaAssets.id });
  return rows.length > 0;
}
const inTenantOf = <T>(server: Server, { tenant_id }: Job, act: (work: Work) => Promise<T>) =>
  inTenant(server, { tenant_id, by: null }, act);

export const keep = (server: Server, job: Job, progress: number) =>
  inTenantOf(server, job, work => write(work, job, { progress, processing_at: dateOf(work.now) }));

/** For the next start, or another node. */
export const letGo = (server: Server, job: Job) =>
  inTenantOf(server, job, work => write(work, job, { processing: 'queued', progress: 0 }));

/** What was made is seen by the console, and told to the screens that play the original. */
export const finish = (server: Server, job: Job, outcome: Outcome) =>
  inTenantOf(server, job, async work => {
    const isOurs = await write(work, job, { ...outcome, progress: 0, processing_at: null });
    if (isOurs && outcome.renditions) await reissue(work, job.id);
  });
