/** Content-addressed store: `media/ab/<sha256>` and its chunk list beside it. Files are never changed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CHUNK_BYTES } from '../../../shared/contract/content/media.ts';
import type { Server } from '../../context/server.ts';
import { isMissing } from '../../objectStore/errors.ts';

type MediaStoreContext = Pick<Server, 'objects'>;

export interface StoredFile {
  sha256: string;
  bytes: number;
  /** SHA-256 of the chunk list. */
  chunks_sha256: string;
}

const DIR_CHARS = 2;
export const mediaKey = (sha256: string) => `media/${sha256.slice(0, DIR_CHARS)}/${sha256}`;
export const chunksKey = (sha256: string) => `${mediaKey(sha256)}.chunks`;
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

/** Hands on the file and hashes the whole and its chunks in one pass. */
function hashing(path: string) {
  const whole = createHash('sha256');
  const digests: Buffer[] = [];
  async function* content(): AsyncGenerator<Buffer> {
    const source = await open(path, 'r');
    try {
      for (;;) {
        const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        const length = await fill(source, chunk);
        if (length === 0) break;
        const part = chunk.subarray(0, length);
        whole.update(part);
        digests.push(digest(part));
        yield part;
      }
    } finally {
      await source.close();
    }
  }
  /** Once everything was handed on. */
  const hashes = () => {
    const list = Buffer.concat(digests);
    return { list, sha256: whole.digest('hex'), chunks_sha256: digest(list).toString('hex') };
  };
  return { content: content(), hashes };
}

/** The file appears whole, after its chunk list, or not at all. */
export async function storeFile({ objects }: MediaStoreContext, path: string): Promise<StoredFile> {
  const { content, hashes } = hashing(path);
  const file = await objects.stage(content);
  try {
    const { list, ...hashed } = hashes();
    const stored = { ...hashed, bytes: file.bytes };
    /** What lies there and is damaged gives way to these bytes. */
    if (await isIntact({ objects }, stored.sha256)) return stored;
    const chunks = await objects.stage([list]);
    try {
      await objects.place([
        [chunks, chunksKey(stored.sha256)],
        [file, mediaKey(stored.sha256)],
      ]);
    } finally {
      await chunks.drop();
    }
    return stored;
  } finally {
    await file.drop();
  }
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** Whether something lies under this hash and is what was stored under it. */
export async function isIntact({ objects }: MediaStoreContext, sha256: string): Promise<boolean> {
  try {
    return (await hashOf(await objects.read(mediaKey(sha256)))) === sha256;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

interface LocalMedia {
  path: string;
  /** Whether it is what was stored under its hash. */
  isIntact: () => Promise<boolean>;
}
/** For programs that read files: the path is good until the work has ended. */
export const withMediaFile = <T>(
  { objects }: MediaStoreContext,
  sha256: string,
  work: (file: LocalMedia) => Promise<T>,
): Promise<T> =>
  objects.withLocalFile(mediaKey(sha256), path =>
    work({ path, isIntact: async () => (await hashOf(createReadStream(path))) === sha256 }),
  );
