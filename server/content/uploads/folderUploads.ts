/** Uploads in progress as files of the data directory. What is open is read from it each time. */
import { closeSync, openSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { tryLock } from 'fs-native-extensions';
import { requireSpace } from '../media/space.ts';
import {
  describedBy,
  type Announced,
  type Described,
  type HeldLock,
  type UploadStore,
} from './uploadStore.ts';

const SUFFIX = '.json';
const ifMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return 0;
  throw error;
};

/** What describes an upload is written once, at its beginning, and is as young as the bytes beside it. */
async function lastWrittenAt(file: string): Promise<number> {
  const beside = file.replace(/\.json$/, '');
  const times = await Promise.all(
    [file, beside].map(one => stat(one).then(({ mtimeMs }) => mtimeMs, ifMissing)),
  );
  return Math.max(...times);
}

export class FolderUploads extends FileStore implements UploadStore {
  /** What describes an upload never changes, so it is read once; null: it is not whole yet. */
  private described = new Map<string, Promise<Described | null>>();

  private describe = (id: string): Promise<Described | null> =>
    this.getUpload(id).then(describedBy, () => null);

  private async announced(id: string): Promise<Announced | null> {
    const reading = this.described.get(id) ?? this.describe(id);
    this.described.set(id, reading);
    const found = await reading;
    if (!found) {
      this.described.delete(id);
      return null;
    }
    const there = await stat(join(this.directory, id)).then(
      ({ size }) => size,
      () => 0,
    );
    return { ...found, missing: found.size - there };
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    this.described.set(upload.id, Promise.resolve(describedBy(upload)));
    return created;
  }

  async list(): Promise<readonly Announced[]> {
    const ids = (await readdir(this.directory))
      .filter(name => name.endsWith(SUFFIX))
      .map(name => name.slice(0, -SUFFIX.length));
    const open = new Set(ids);
    for (const id of this.described.keys()) if (!open.has(id)) this.described.delete(id);
    return (await Promise.all(ids.map(async id => this.announced(id)))).filter(one => one !== null);
  }

  /** The kernel holds the lock on the file that describes the upload, so it ends with its holder however that ends. */
  tryLock(id: string): Promise<HeldLock | 'taken' | 'gone'> {
    let fd: number;
    try {
      fd = openSync(join(this.directory, `${id}${SUFFIX}`), 'r+');
    } catch {
      return Promise.resolve('gone');
    }
    const close = () => closeSync(fd);
    if (tryLock(fd)) return Promise.resolve({ isHeld: () => true, release: close });
    close();
    return Promise.resolve('taken');
  }

  withContent<T>({ id }: Upload, work: (path: string) => Promise<T>): Promise<T> {
    return work(join(this.directory, id));
  }

  requireRoom(size: number, missing: number): Promise<void> {
    return requireSpace(this.directory, size, missing);
  }

  async sweep(before: number): Promise<void> {
    for (const entry of await readdir(this.directory, { withFileTypes: true })) {
      const file = join(this.directory, entry.name);
      if (entry.isFile() && (await lastWrittenAt(file)) < before) await rm(file, { force: true });
    }
  }
}
