/** Checks each file that a creative shows or is to show: after an upload, a change, on demand, and as licences end. */
import { and, desc, eq, inArray, isNull, ne, notExists, notInArray, or } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { every } from '../../../shared/clock.ts';
import { isVideo, shownFile, type SourceMime } from '../../../shared/contract/content/media.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submissionState.ts';
import { lastDayAnywhere } from '../../../shared/playout/licence.ts';
import { assetLight, checkedFiles, creatives, mediaAssets, submissions } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { backedOff } from '../../net/backOff.ts';
import { inTenant } from '../../transaction/context.ts';
import { ObjectStoreUnavailable } from '../../objectStore/errors.ts';
import { NoFfmpeg } from '../media/formats/program.ts';
import { withMediaFile } from '../media/store.ts';
import { checkFile } from './findings.ts';
import { lightOfPicture } from './light.ts';
import { measure, type Looked } from './measure.ts';
import { recheckLicences } from './recheck.ts';

const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
type Fault = (error: unknown) => void;
interface Unchecked {
  creative_id: string;
  asset: typeof mediaAssets.$inferSelect;
  /** null: nobody has looked at it; empty: there was nothing to see. */
  light: string | null;
}

/**
 * One that was approved before its turn came is looked at all the same. The newest first: somebody waits for it. A file that waits for a decision is checked before it. A video that screens
 * do not play as it is is measured once there is what they play instead.
 */
async function nextUnchecked(
  { tenantTransactions }: Server,
  waiting: readonly string[],
): Promise<Unchecked | undefined> {
  const rows = await tenantTransactions.acrossTenants(tx => {
    const isInUse = and(isNull(creatives.deleted_at), ne(creatives.state, 'archived'));
    const current = tx
      .select({ creative_id: creatives.id, asset_id: creatives.asset_id, at: creatives.updated_at })
      .from(creatives)
      .where(isInUse);
    const submitted = tx
      .select({ creative_id: creatives.id, asset_id: submissions.asset_id, at: submissions.updated_at })
      .from(submissions)
      .innerJoin(creatives, eq(creatives.id, submissions.creative_id))
      .where(and(isInUse, inArray(submissions.state, OPEN_SUBMISSIONS)));
    const files = unionAll(current, submitted).as('files');
    const isChecked = tx
      .select({ creative_id: checkedFiles.creative_id })
      .from(checkedFiles)
      .where(and(eq(checkedFiles.creative_id, files.creative_id), eq(checkedFiles.asset_id, files.asset_id)));
    return tx
      .select({ creative_id: files.creative_id, asset: mediaAssets, light: assetLight.light })
      .from(files)
      .innerJoin(mediaAssets, eq(mediaAssets.id, files.asset_id))
      .leftJoin(assetLight, eq(assetLight.asset_id, files.asset_id))
      .where(
        and(
          inArray(mediaAssets.state, ['ready', 'failed']),
          or(isNull(mediaAssets.unplayable), notInArray(mediaAssets.processing, ['queued', 'running'])),
          or(notExists(isChecked), isNull(assetLight.asset_id)),
          waiting.length > 0 ? notInArray(mediaAssets.id, [...waiting]) : undefined,
        ),
      )
      .orderBy(desc(files.at))
      .limit(1);
  });
  return rows[0];
}

/** Files that could not be measured, by their asset: how often, and until when they are left alone, ms. */
export type Failures = Map<string, { times: number; until: number }>;

/**
 * Checks the next one; returns whether there was one. Twice at once does no harm. A video that could not be measured
 * stays unchecked, and what needs a check waits: how it flashes is not known.
 */
export async function checkNext(
  server: Server,
  stop: AbortSignal,
  onFault: Fault,
  failures: Failures = new Map(),
): Promise<boolean> {
  const now = server.clock.now();
  const waiting = [...failures].filter(([, { until }]) => until > now).map(([id]) => id);
  const next = await nextUnchecked(server, waiting);
  if (!next) return false;
  const { creative_id, asset } = next;
  let looked: Partial<Looked>;
  try {
    looked = asset.measured && next.light ? {} : await lookAtFile(server, asset, { stop, onFault });
  } catch (error) {
    if (stop.aborted) return false;
    onFault(error);
    const times = (failures.get(asset.id)?.times ?? 0) + 1;
    failures.set(asset.id, { times, until: now + backedOff(PAUSE_MS, times, LONGEST_PAUSE_MS) });
    return true;
  }
  failures.delete(asset.id);
  if (stop.aborted) return false;
  await inTenant(server, { tenant_id: asset.tenant_id, user_id: null }, async ctx => {
    const { measured, light } = looked;
    if (measured) await ctx.tx.update(mediaAssets).set({ measured }).where(eq(mediaAssets.id, asset.id));
    if (!next.light)
      await ctx.tx
        .insert(assetLight)
        .values({ asset_id: asset.id, tenant_id: asset.tenant_id, light: light ?? '' })
        .onConflictDoUpdate({ target: assetLight.asset_id, set: { light: light ?? '' } });
    await checkFile(ctx, { creative_id, asset_id: asset.id });
  });
  return true;
}

/** Empty: nothing can be measured of it here. */
async function lookAtFile(
  server: Server,
  asset: Unchecked['asset'],
  { stop, onFault }: { stop: AbortSignal; onFault: Fault },
): Promise<Partial<Looked>> {
  if (asset.processing === 'unavailable' || asset.state === 'failed') return {};
  if (!isVideo(asset.mime))
    return lightOfPicture(server, asset).catch((error: unknown) => {
      if (error instanceof ObjectStoreUnavailable) throw error;
      onFault(error);
      return {};
    });
  try {
    /** As screens have it: of a file they do not play, what was made of it. */
    const { sha256, mime } = shownFile(asset);
    const { w, h } = asset;
    return await withMediaFile(server, sha256, ({ path }) =>
      measure(server.config.ffmpeg, { path, mime: mime as SourceMime, w, h }, stop),
    );
  } catch (error) {
    /** Without ffmpeg nothing of a video is measured; the queue of renditions says so. */
    const isMissing =
      error instanceof NoFfmpeg || (error instanceof Error && 'code' in error && error.code === 'ENOENT');
    if (isMissing) return {};
    throw error;
  }
}

/** Returns a function that stops the worker; what it measured is measured again. */
export function startChecking(server: Server, onFault: Fault): () => Promise<void> {
  const stop = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  let licencesOf = '';
  const failures: Failures = new Map();
  const work = async () => {
    /** Each node would measure the same file. */
    if (!(await server.leads())) return;
    const day = lastDayAnywhere(server.clock.now());
    if (day !== licencesOf) await recheckLicences(server);
    licencesOf = day;
    while (!stop.signal.aborted && (await checkNext(server, stop.signal, onFault, failures)));
  };
  const end = every(server.clock, PAUSE_MS, () => (working = work().catch(onFault)));
  return async () => {
    end();
    stop.abort();
    await working;
  };
}
