/** Files of this machine that are about to become objects. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../shared/clock.ts';
import { uuid7 } from '../../shared/random.ts';

export type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface Staged {
  path: string;
  bytes: number;
  /** Deletes the file, where it was not moved to its place. */
  drop: () => Promise<void>;
}

export interface StagingOptions {
  scratch: string;
  clock: Clock;
}

/** `durable`: the file is on the disk before it counts as written. */
export async function stageFile(
  { scratch, clock, durable }: StagingOptions & { durable: boolean },
  content: Content,
  signal?: AbortSignal,
): Promise<Staged> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const path = join(scratch, uuid7(clock.now()));
  const drop = () => rm(path, { force: true });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: durable });
  try {
    await pipeline(Readable.from(content, { objectMode: false }), file, signal ? { signal } : {});
  } catch (error) {
    await drop();
    throw error;
  }
  return { path, bytes: file.bytesWritten, drop };
}
