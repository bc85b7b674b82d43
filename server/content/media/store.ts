/** Content-addressed store: `media/ab/<sha256>` and its chunk list beside it. Files are never changed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CHUNK_BYTES } from '../../../shared/contract/content/media.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';

type MediaStoreContext = Pick<Server, 'config' | 'clock'>;

export interface StoredFile {
  sha256: string;
  bytes: number;
  /** SHA-256 of the chunk list. */
  chunks_sha256: string;
}

const DIR_CHARS = 2;
export const mediaPath = ({ config }: Pick<Server, 'config'>, sha256: string) =>
  join(config.dataDir, 'media', sha256.slice(0, DIR_CHARS), sha256);
export const chunksPath = (server: Pick<Server, 'config'>, sha256: string) =>
  `${mediaPath(server, sha256)}.chunks`;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Reads until the buffer is full or the file ends. */
async function fill(file: FileHandle, buffer: Buffer): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies the file and hashes the whole and its chunks in one pass. */
async function copy(from: string, to: string): Promise<StoredFile & { list: Buffer }> {
  const whole = createHash('sha256');
  const digests: Buffer[] = [];
  let bytes = 0;
  const source = await open(from, 'r');
  try {
    await writeDurably(to, async target => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (;;) {
        const length = await fill(source, chunk);
        if (length === 0) break;
        const part = chunk.subarray(0, length);
        whole.update(part);
        digests.push(digest(part));
        await target.writeFile(part);
        bytes += length;
      }
    });
  } finally {
    await source.close();
  }
  const list = Buffer.concat(digests);
  return { sha256: whole.digest('hex'), bytes, chunks_sha256: digest(list).toString('hex'), list };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** The file appears whole, after its chunk list, or not at all (write, fsync, rename). */
export async function storeFile(server: MediaStoreContext, path: string): Promise<StoredFile> {
  const coming = join(server.config.dataDir, 'media', 'coming', uuid7(server.clock.now()));
  await mkdir(dirname(coming), { recursive: true, mode: 0o700 });
  try {
    const { list, ...stored } = await copy(path, coming);
    const final = mediaPath(server, stored.sha256);
    await mkdir(dirname(final), { recursive: true, mode: 0o700 });
    /** What lies there and is damaged gives way to these bytes. */
    if ((await exists(final)) && (await isIntact(server, stored.sha256))) return stored;
    await writeDurably(`${coming}.chunks`, file => file.writeFile(list));
    await rename(`${coming}.chunks`, chunksPath(server, stored.sha256));
    await rename(coming, final);
    await syncDirectory(dirname(final));
    await syncDirectory(dirname(dirname(final)));
    return stored;
  } finally {
    await rm(coming, { force: true });
    await rm(`${coming}.chunks`, { force: true });
  }
}

export const readMedia = (
  server: Pick<Server, 'config'>,
  sha256: string,
  span: { first: number; last: number },
) => createReadStream(mediaPath(server, sha256), { start: span.first, end: span.last });

/** Whether what lies under this hash is what was stored under it. */
export async function isIntact(server: Pick<Server, 'config'>, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(mediaPath(server, sha256)), hash);
  return hash.digest('hex') === sha256;
}
