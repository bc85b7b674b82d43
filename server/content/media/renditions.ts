/** Makes the poster and the renditions of a video, one after the other, and keeps those worth it. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRendition } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { encoderArguments, framesOf, inputArguments, runFfmpeg, type Codec } from './ffmpeg.ts';
import { ffprobe } from './formats/ffprobe.ts';
import { inLane } from './formats/lanes.ts';
import { probe } from './formats/probe.ts';
import {
  av1LadderOf,
  av1WorthKeeping,
  ladderOf,
  matchesTarget,
  worthKeeping,
  type Target,
} from './ladder.ts';
import type { Job } from './processing.ts';
import { requireSpace } from './space.ts';
import { storeFile, withMediaFile } from './store.ts';
import { makePoster } from './thumbnail.ts';

const DAY_MS = 86_400_000;
const PERCENT = 100;

interface RenditionOptions {
  /** Some screen of the tenant plays AV1. */
  inAv1: boolean;
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}
export interface RenditionResult {
  renditions: StoredRendition[];
  poster_sha256?: string;
  /** Errors of renditions that failed. */
  failures: unknown[];
  /** Errors of those in AV1: screens play the others. */
  av1Failures: unknown[];
}
type MediaStoreContext = Pick<Server, 'config' | 'clock' | 'objects'>;

const folderOf = ({ objects }: Pick<Server, 'objects'>, { id }: Pick<Job, 'id'>) =>
  join(objects.scratch, 'renditions', id);

export async function makeRenditions(
  server: MediaStoreContext,
  job: Job,
  options: RenditionOptions,
): Promise<RenditionResult> {
  const folder = folderOf(server, job);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await requireSpace(folder, job.bytes);
    return await withMediaFile(server, job.sha256, async ({ path, isIntact }) => {
      /** What is made here counts as approved with its file, so it is made of those very bytes. */
      if (!(await isIntact())) throw new Error('The stored file is not the one that was taken');
      return makeAll(server, { ...job, source: path, folder }, options);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A job whose file lies here, with a folder of its own. */
interface LocalJob extends Job {
  source: string;
  folder: string;
}
async function makeAll(
  server: MediaStoreContext,
  job: LocalJob,
  { inAv1, signal, onProgress }: RenditionOptions,
): Promise<RenditionResult> {
  const { facts, bytes, stays, folder } = job;
  const poster = stays ? {} : await posterOf(server, job, join(folder, 'poster.webp'));
  const wanted = (codec: Codec, targets: readonly Target[]) => targets.map(target => ({ target, codec }));
  const targets = [
    ...wanted('h264', stays ? [] : ladderOf(facts, bytes)),
    ...wanted('av1', inAv1 ? av1LadderOf(facts, bytes) : []),
  ];
  const made: Made[] = [];
  const failures: unknown[] = [];
  const av1Failures: unknown[] = [];
  for (const [i, { target, codec }] of targets.entries()) {
    const file = join(folder, `${target.h}-${codec}.mp4`);
    const share = (ms: number) => (i + Math.min(1, ms / (job.facts.duration_ms ?? 1))) / targets.length;
    const running = { signal, onProgress: (ms: number) => onProgress(Math.floor(PERCENT * share(ms))) };
    try {
      await makeOne(server, job, { target, codec, file, running });
      made.push({ ...target, codec, file, bytes: (await stat(file)).size });
    } catch (error) {
      signal.throwIfAborted();
      (codec === 'av1' ? av1Failures : failures).push(error);
    }
  }
  const renditions: StoredRendition[] = [...(stays ?? [])];
  for (const { file, w, h, codec } of kept(made, job))
    renditions.push({
      ...(await storeFile(server, file)),
      ...{ mime: 'video/mp4', w, h },
      ...(codec === 'av1' && { codec }),
    });
  return { ...poster, renditions, failures, av1Failures };
}

async function posterOf(server: MediaStoreContext, { source, facts }: LocalJob, still: string) {
  const hasPoster = await makePoster(source, facts, still, server.config.ffmpeg);
  return hasPoster ? { poster_sha256: (await storeFile(server, still)).sha256 } : {};
}

type Made = Target & { codec: Codec; file: string; bytes: number };
function kept(made: readonly Made[], { facts, bytes, stays }: Job): Made[] {
  const of = (codec: Codec) => made.filter(one => one.codec === codec);
  /** What screens do not play is no measure. */
  const original = facts.unplayable === null ? [{ w: facts.w, bytes }] : [];
  const h264 = worthKeeping(of('h264'), original[0]?.bytes ?? Infinity);
  return [...h264, ...av1WorthKeeping(of('av1'), [...h264, ...(stays ?? []), ...original])];
}

interface RenditionJob {
  target: Target;
  codec: Codec;
  file: string;
  running: Parameters<typeof runFfmpeg>[2];
}
async function makeOne(
  server: MediaStoreContext,
  { source, facts }: LocalJob,
  { target, codec, file, running }: RenditionJob,
): Promise<void> {
  const { ffmpeg } = server.config;
  const frames = framesOf(target, await ffprobe(source, facts.mime, ffmpeg));
  const args = [...inputArguments(source, facts), ...encoderArguments({ target, codec }, frames, file)];
  await inLane('convert', facts, () => runFfmpeg(ffmpeg, args, running));
  const made = await probe(file, { ffmpeg });
  if (!matchesTarget(made.facts, facts, target)) throw new Error('ffmpeg made something else of it');
}

/** Deletes unfinished renditions that no node works on, and abandoned incoming files. */
export async function sweepIncoming(server: MediaStoreContext, running: ReadonlySet<string>): Promise<void> {
  const { scratch } = server.objects;
  const folder = join(scratch, 'renditions');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const id of await readdir(folder))
    if (!running.has(id)) await rm(folderOf(server, { id }), { recursive: true, force: true });
  for (const entry of await readdir(scratch, { withFileTypes: true })) {
    const path = join(scratch, entry.name);
    if (path === folder) continue;
    const { mtimeMs } = await stat(path);
    if (server.clock.now() - mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}
