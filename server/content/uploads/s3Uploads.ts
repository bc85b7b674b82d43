/**
 * Uploads in progress in the S3 store: parts of an object that is put together at the end. Nothing of them is
 * remembered here, because any node may go on with them.
 */
import { mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ERRORS, Upload } from '@tus/server';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { S3Config } from '../../context/s3.ts';
import type { Server } from '../../context/server.ts';
import { isMissing } from '../../objectStore/errors.ts';
import { openS3Client, s3ClientConfig } from '../../objectStore/s3Client.ts';
import { requireSpace } from '../media/space.ts';
import {
  describedBy,
  type Announced,
  type Described,
  type HeldLock,
  type UploadStore,
} from './uploadStore.ts';

const FOLDER = 'uploads/';
const INFO = '.info';

const orNull = (error: unknown) => {
  if (isMissing(error)) return null;
  throw error;
};

/** As the protocol answers it. */
const noUpload = () => Object.assign(new Error('there is no such upload'), ERRORS.FILE_NOT_FOUND);
const isNoUpload = (error: unknown) =>
  (error as { status_code?: number }).status_code === ERRORS.FILE_NOT_FOUND.status_code;

/** What has come when the source breaks off is kept: the client goes on after it. */
async function* received(source: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of source) yield piece as Uint8Array;
  } catch {
    return;
  }
}

type Needed = Pick<Server, 'objects' | 'tryLock'>;
export async function createS3Uploads({ objects, tryLock }: Needed, config: S3Config): Promise<UploadStore> {
  /** Loaded where it is needed, with the client it brings. */
  const { S3Store } = await import('@tus/s3-store');
  const client = await openS3Client(config, FOLDER);
  const Bucket = config.bucket;
  const remembersNothing = {
    get: () => Promise.resolve(undefined),
    set: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };

  class S3Uploads extends S3Store implements UploadStore {
    /** What describes an upload never changes, so it is read once. */
    private described = new Map<string, Described>();
    private locks = new Map<string, HeldLock>();

    constructor() {
      super({
        s3ClientConfig: { ...s3ClientConfig(config), bucket: Bucket },
        cache: remembersNothing,
        useTags: false,
      });
      this.client = client;
    }

    /** Only what is not there is answered as missing; the library takes any fault for that. */
    override async getUpload(id: string): Promise<Upload> {
      const found = await this.getMetadata(id).catch(orNull);
      if (!found) throw noUpload();
      return new Upload({ ...found.file, offset: await this.offsetOf(id, found.file.size ?? 0) });
    }

    private async offsetOf(id: string, size: number): Promise<number> {
      const parts = await this.retrieveParts(id).catch(orNull);
      /** Its parts are one object already. */
      if (parts === null) return size;
      const rest = (await this.getIncompletePartSize(id)) ?? 0;
      return parts.reduce((sum, { Size = 0 }) => sum + Size, rest);
    }

    override write(source: Readable, id: string, offset: number): Promise<number> {
      return super.write(Readable.from(received(source), { objectMode: false }), id, offset);
    }
    protected override async uploadPart(...args: Parameters<InstanceType<typeof S3Store>['uploadPart']>) {
      this.requireLock(args[0].file.id);
      return super.uploadPart(...args);
    }
    protected override async uploadIncompletePart(id: string, source: Readable): Promise<string> {
      this.requireLock(id);
      return super.uploadIncompletePart(id, source);
    }
    /** A call that has lost it without a word would write over what another one has written since. */
    private requireLock(id: string): void {
      if (!this.locks.get(id)?.isHeld())
        throw new AppError('UNAVAILABLE', 'Another call has this upload.', { retry_after_s: 1 });
    }

    override async remove(id: string): Promise<void> {
      const found = await this.getMetadata(id).catch(orNull);
      if (!found) throw noUpload();
      /** From here on it is gone for everybody; what is left behind after a crash is swept. */
      await client.deleteObject({ Bucket, Key: this.infoKey(id) });
      this.described.delete(id);
      await client.abortMultipartUpload({ Bucket, Key: id, UploadId: found['upload-id'] }).catch(orNull);
      await this.deleteContent(id);
    }
    private async deleteContent(id: string): Promise<void> {
      for (const Key of [id, this.partKey(id, true)]) await client.deleteObject({ Bucket, Key });
    }

    /** Counts each as if nothing of it had come: what has would take two calls for each. */
    async list(): Promise<readonly Announced[]> {
      const open = new Set<string>();
      for await (const { key } of objects.list(FOLDER))
        if (key.endsWith(INFO)) open.add(key.slice(FOLDER.length, -INFO.length));
      for (const id of this.described.keys()) if (!open.has(id)) this.described.delete(id);
      const all: Announced[] = [];
      for (const id of open) {
        const one =
          this.described.get(id) ??
          (await this.getMetadata(id).then(found => describedBy(found.file), orNull));
        if (!one) continue;
        this.described.set(id, one);
        all.push({ ...one, missing: one.size });
      }
      return all;
    }

    async tryLock(id: string): Promise<HeldLock | 'taken'> {
      const lock = await tryLock(`wayside upload ${id}`);
      if (!lock) return 'taken';
      this.locks.set(id, lock);
      return {
        isHeld: lock.isHeld,
        release: () => {
          this.locks.delete(id);
          lock.release();
        },
      };
    }

    async withContent<T>(upload: Upload, work: (path: string) => Promise<T>): Promise<T> {
      const { id, size = 0 } = upload;
      const key = `${FOLDER}${id}`;
      /** All parts were there, and the call ended before they became one object. */
      if (!(await objects.stat(key))) await this.write(Readable.from([]), id, size);
      const bytes = (await objects.stat(key))?.bytes;
      if (bytes !== size)
        throw new AppError('STATE', 'What came in is not what was announced. Upload it again.', {
          bytes,
          size,
        });
      return objects.withLocalFile(key, work);
    }

    /** It is fetched once all of it has come; until then it needs the store's room alone. */
    async requireRoom(size: number): Promise<void> {
      await mkdir(objects.scratch, { recursive: true, mode: 0o700 });
      await requireSpace(objects.scratch, size);
    }

    async sweep(before: number): Promise<void> {
      const newest = new Map<string, number>();
      for await (const { key, modified_at } of objects.list(FOLDER)) {
        const [id = '', deeper] = key.slice(FOLDER.length).split('/');
        if (deeper !== undefined) continue;
        const [name = ''] = id.split('.');
        newest.set(name, Math.max(modified_at, newest.get(name) ?? 0));
      }
      for (const [id, at] of newest) {
        if (at >= before) continue;
        const parts = (await this.retrieveParts(id).catch(orNull)) ?? [];
        if (parts.some(({ LastModified }) => (LastModified?.getTime() ?? 0) >= before)) continue;
        await this.remove(id).catch((error: unknown) => {
          if (isNoUpload(error)) return this.deleteContent(id);
          throw error;
        });
      }
    }
  }
  return new S3Uploads();
}
