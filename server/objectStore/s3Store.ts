/** Objects in a bucket of an S3 store. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uuid7 } from '../../shared/random.ts';
import type { S3Config } from '../context/s3.ts';
import { isMissing, objectMissing, ObjectStoreUnavailable } from './errors.ts';
import type { ObjectStore } from './objectStore.ts';
import { openS3Client } from './s3Client.ts';
import { stageFile, type Content, type Staged, type StagingOptions } from './staging.ts';

/** The client tries nothing again whose body is a stream, because it cannot rewind it. */
const PUT_TRIES = 2;

export async function createS3Store(config: S3Config, staging: StagingOptions): Promise<ObjectStore> {
  const client = await openS3Client(config);
  const Bucket = config.bucket;
  const { scratch, clock } = staging;
  /** The store keeps it: on this machine it need not outlast anything. */
  const stage = (content: Content, signal?: AbortSignal) =>
    stageFile({ ...staging, durable: false }, content, signal);

  async function putFile({ path, bytes }: Staged, Key: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const Body = createReadStream(path);
      try {
        await client.putObject({ Bucket, Key, Body, ContentLength: bytes });
        return;
      } catch (error) {
        if (tries === PUT_TRIES || !(error instanceof ObjectStoreUnavailable)) throw error;
      } finally {
        Body.destroy();
      }
    }
  }
  async function place(objects: readonly (readonly [Staged, string])[]): Promise<void> {
    for (const [staged, key] of objects) await putFile(staged, key);
  }
  async function read(key: string, span?: { first: number; last: number }): Promise<Readable> {
    try {
      const { Body } = await client.getObject({
        ...{ Bucket, Key: key },
        ...(span && { Range: `bytes=${span.first}-${span.last}` }),
      });
      return Body as Readable;
    } catch (error) {
      throw isMissing(error) ? objectMissing(key) : error;
    }
  }
  const remove = async (Key: string) => void (await client.deleteObject({ Bucket, Key }));

  return {
    kind: 's3',
    scratch,
    stage,
    place,
    async put(key, content, signal) {
      const staged = await stage(content, signal);
      try {
        await place([[staged, key]]);
      } finally {
        await staged.drop();
      }
    },
    read,
    async stat(key) {
      try {
        const { ContentLength = 0, LastModified } = await client.headObject({ Bucket, Key: key });
        return { key, bytes: ContentLength, modified_at: LastModified?.getTime() ?? 0 };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async move(from, to) {
      await client.copyObject({ Bucket, Key: to, CopySource: `${Bucket}/${from}` });
      await remove(from);
    },
    delete: remove,
    async *list(folder) {
      for (let ContinuationToken: string | undefined; ;) {
        const page = await client.listObjectsV2({ Bucket, Prefix: folder, ContinuationToken });
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield { key: Key, bytes: Size, modified_at: LastModified?.getTime() ?? 0 };
        ContinuationToken = page.NextContinuationToken;
        if (!page.IsTruncated || ContinuationToken === undefined) return;
      }
    },
    async withLocalFile(key, work) {
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      const path = join(scratch, uuid7(clock.now()));
      try {
        const body = await read(key);
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(body, file).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ENOSPC'
            ? error
            : new ObjectStoreUnavailable(`an object broke off: ${error.code}`);
        });
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    check: async () => void (await client.headBucket({ Bucket })),
  };
}
