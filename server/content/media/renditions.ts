/** Makes the poster and the renditions of a video, one after the other, and keeps those worth it. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRendition } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { encoderArguments, inputArguments, runFfmpeg } from './ffmpeg.ts';
import { matchesTarget, ladderOf, worthKeeping, type Target } from './ladder.ts';
import { probe } from './probe.ts';
import type { Job } from './processing.ts';
import { requireSpace } from './space.ts';
import { mediaPath, storeFile } from './store.ts';
import { makePoster } from './thumbnail.ts';

const DAY_MS = 86_400_000;
const PERCENT = 100;

interface RenditionOptions {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}
export interface RenditionResult {
  renditions: StoredRendition[];
  poster_sha256?: string;
  /** Errors of renditions that failed. */
  failures: unknown[];
}
type MediaStoreContext = Pick<Server, 'config' | 'clock'>;

const incomingFolder = ({ config }: Pick<Server, 'config'>) => join(config.dataDir, 'media', 'coming');
const folderOf = (server: Pick<Server, 'config'>, { id }: Pick<Job, 'id'>) =>
  join(incomingFolder(server), 'renditions', id);

export async function makeRenditions(
  server: MediaStoreContext,
  job: Job,
  { signal, onProgress }: RenditionOptions,
): Promise<RenditionResult> {
  const folder = folderOf(server, job);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await requireSpace(folder, job.bytes);
    const source = mediaPath(server, job.sha256);
    const still = join(folder, 'poster.webp');
    const hasPoster = await makePoster(source, job.facts, still, server.config.ffmpeg);
    const poster = hasPoster ? { poster_sha256: (await storeFile(server, still)).sha256 } : {};
    const targets = ladderOf(job.facts, job.bytes);
    const made: (Target & { file: string; bytes: number })[] = [];
    const failures: unknown[] = [];
    for (const [i, target] of targets.entries()) {
      const file = join(folder, `${target.h}.mp4`);
      const share = (ms: number) => (i + Math.min(1, ms / (job.facts.duration_ms ?? 1))) / targets.length;
      const running = { signal, onProgress: (ms: number) => onProgress(Math.floor(PERCENT * share(ms))) };
      try {
        await makeOne(server, job, { target, file, running });
        made.push({ ...target, file, bytes: (await stat(file)).size });
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    const renditions: StoredRendition[] = [];
    for (const { file, w, h } of worthKeeping(made, job.bytes))
      renditions.push({ ...(await storeFile(server, file)), mime: 'video/mp4', w, h });
    return { ...poster, renditions, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface RenditionJob {
  target: Target;
  file: string;
  running: Parameters<typeof runFfmpeg>[2];
}
async function makeOne(
  server: MediaStoreContext,
  { sha256, facts }: Job,
  { target, file, running }: RenditionJob,
): Promise<void> {
  const args = [...inputArguments(mediaPath(server, sha256), facts.mime), ...encoderArguments(target, file)];
  await runFfmpeg(server.config.ffmpeg, args, running);
  if (!matchesTarget(await probe(file), facts, target)) throw new Error('ffmpeg made something else of it');
}

/** Deletes unfinished renditions that no node works on, and abandoned incoming files. */
export async function sweepIncoming(server: MediaStoreContext, running: ReadonlySet<string>): Promise<void> {
  const folder = join(incomingFolder(server), 'renditions');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const id of await readdir(folder))
    if (!running.has(id)) await rm(folderOf(server, { id }), { recursive: true, force: true });
  for (const entry of await readdir(incomingFolder(server), { withFileTypes: true })) {
    const file = join(incomingFolder(server), entry.name);
    if (!entry.isFile()) continue;
    const { mtimeMs } = await stat(file);
    if (server.clock.now() - mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}
