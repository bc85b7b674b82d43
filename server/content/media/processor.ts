/** Worker of the transcoding queue: one video at a time, as long as the process runs. */
import { eq } from 'drizzle-orm';
import { every } from '../../../shared/clock.ts';
import { mediaAssets } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { ObjectStoreUnavailable } from '../../objectStore/errors.ts';
import type { Failure } from '../../../shared/contract/content/media.ts';
import { hasFfmpeg, ProgramFailed } from './formats/program.ts';
import { claimAv1Job, hasAv1Screens } from './av1Backlog.ts';
import { claimJob, finishJob, renewLease, releaseJob, type Job } from './processing.ts';
import { makeRenditions, sweepIncoming } from './renditions.ts';

const PAUSE_MS = 5_000;
const BEAT_MS = 2_000;

type Fault = (error: unknown) => void;

function failureOf(error: unknown): Failure {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return 'disk';
  return error instanceof ProgramFailed && error.isTooSlow ? 'too_slow' : 'conversion';
}

/** Processes the next job; returns whether there was one. */
export async function processNext(server: Server, stop: AbortSignal, onFault: Fault): Promise<boolean> {
  const job = (await claimJob(server)) ?? (await claimAv1Job(server));
  if (!job) return false;
  if (!(await hasFfmpeg(server.config.ffmpeg))) {
    if (job.stays) {
      await releaseJob(server, job);
      return false;
    }
    await finishJob(server, job, { processing: 'unavailable', failure: 'no_ffmpeg' });
    return true;
  }
  const leaseLost = new AbortController();
  let progress = 0;
  const beat = async () => {
    if (!(await renewLease(server, job, progress))) leaseLost.abort();
  };
  const endBeat = every(server.clock, BEAT_MS, () =>
    beat().catch((error: unknown) => {
      onFault(error);
      leaseLost.abort();
    }),
  );
  const signal = AbortSignal.any([stop, leaseLost.signal]);
  try {
    await make(server, job, { signal, onProgress: percent => void (progress = percent) }, onFault);
  } catch (error) {
    if (stop.aborted) await releaseJob(server, job);
    else if (!leaseLost.signal.aborted) {
      onFault(error);
      if (error instanceof ObjectStoreUnavailable) {
        await releaseJob(server, job);
        /** The next turn tries again. */
        return false;
      }
      await finishJob(
        server,
        job,
        job.stays
          ? { processing: 'done', av1_tried: true }
          : { processing: 'failed', failure: failureOf(error) },
      );
    }
  } finally {
    endBeat();
  }
  return true;
}

type Making = Omit<Parameters<typeof makeRenditions>[2], 'inAv1'>;
async function make(server: Server, job: Job, making: Making, onFault: Fault) {
  const inAv1 = job.stays !== null || (await hasAv1Screens(server, job));
  const made = await makeRenditions(server, job, { ...making, inAv1 });
  const { failures, av1Failures, renditions, ...poster } = made;
  [...failures, ...av1Failures].forEach(onFault);
  /** Where nothing came of it, what there was before stays. */
  const outcome = failures.length > 0 && renditions.length === 0 ? poster : { ...poster, renditions };
  const ended = { ...outcome, ...(inAv1 && { av1_tried: true }) };
  if (failures.length === 0) await finishJob(server, job, { ...ended, processing: 'done' });
  else await finishJob(server, job, { ...ended, processing: 'failed', failure: failureOf(failures[0]) });
}

/** Returns a function that stops the worker; a running job returns to the queue. */
export function startProcessing(server: Server, onFault: Fault): () => Promise<void> {
  const stop = new AbortController();
  const swept = sweep(server).catch(onFault);
  let working: Promise<unknown> = swept;
  const work = async () => {
    await swept;
    while (!stop.signal.aborted && (await processNext(server, stop.signal, onFault)));
  };
  const end = every(server.clock, PAUSE_MS, () => (working = work().catch(onFault)));
  return async () => {
    end();
    stop.abort();
    await working;
  };
}

async function sweep(server: Server): Promise<void> {
  const rows = await server.tenantTransactions.acrossTenants(tx =>
    tx.select({ id: mediaAssets.id }).from(mediaAssets).where(eq(mediaAssets.processing, 'running')),
  );
  await sweepIncoming(server, new Set(rows.map(({ id }) => id)));
}
