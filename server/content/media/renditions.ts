/** Makes the smaller versions of a video and its poster, one after the other, and keeps what is worth it. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRendition } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { encoding, opening, runFfmpeg } from './ffmpeg.ts';
import { isSame, ladderOf, worthKeeping, type Target } from './ladder.ts';
import { probe } from './probe.ts';
import type { Job } from './processing.ts';
import { requireSpace } from './space.ts';
import { mediaPath, storeFile } from './store.ts';
import { makePoster } from './thumbnail.ts';

const DAY_MS = 86_400_000;
const PERCENT = 100;

interface Making {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}
export interface Made {
  renditions: StoredRendition[];
  poster_sha256?: string;
  /** Of those that did not come to be. */
  failures: unknown[];
}
type Place = Pick<Server, 'config' | 'clock'>;

const coming = ({ config }: Pick<Server, 'config'>) => join(config.dataDir, 'media', 'coming');
const folderOf = (server: Pick<Server, 'config'>, { id }: Pick<Job, 'id'>) =>
  join(coming(server), 'renditions', id);

export async function makeRenditions(server: Place, job: Job, { signal, onProgress }: Making): Promise<Made> {
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

interface One {
  target: Target;
  file: string;
  running: Parameters<typeof runFfmpeg>[2];
}
async function makeOne(server: Place, { sha256, facts }: Job, { target, file, running }: One): Promise<void> {
  const args = [...opening(mediaPath(server, sha256), facts.mime), ...encoding(target, file)];
  await runFfmpeg(server.config.ffmpeg, args, running);
  if (!isSame(await probe(file), facts, target)) throw new Error('ffmpeg made something else of it');
}

/** What a start finds half made: of videos nobody works on, and of files nobody took in. */
export async function sweepComing(server: Place, running: ReadonlySet<string>): Promise<void> {
  const folder = join(coming(server), 'renditions');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const id of await readdir(folder))
    if (!running.has(id)) await rm(folderOf(server, { id }), { recursive: true, force: true });
  for (const entry of await readdir(coming(server), { withFileTypes: true })) {
    const file = join(coming(server), entry.name);
    if (!entry.isFile()) continue;
    const { mtimeMs } = await stat(file);
    if (server.clock.now() - mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}
