/** Objects as files of the data directory: written, synced, then moved to their place. */
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isMissing } from './errors.ts';
import type { ObjectStore, StoredObject } from './objectStore.ts';
import { stageFile, type Content, type Staged, type StagingOptions } from './staging.ts';

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export function createFileStore({ root, ...staging }: StagingOptions & { root: string }): ObjectStore {
  const pathOf = (key: string) => join(root, key);
  const stage = (content: Content, signal?: AbortSignal) =>
    stageFile({ ...staging, durable: true }, content, signal);

  async function moveAll(files: readonly (readonly [from: string, key: string])[]): Promise<void> {
    const folders = new Set<string>();
    for (const [from, key] of files) {
      const path = pathOf(key);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(from, path);
      folders.add(folder).add(dirname(folder));
    }
    /** A file that was moved is there after a loss of power only once its folder is on the disk, too. */
    for (const folder of folders) await syncDirectory(folder);
  }
  const place = (objects: readonly (readonly [Staged, string])[]) =>
    moveAll(objects.map(([staged, key]) => [staged.path, key]));

  async function statOf(key: string): Promise<StoredObject | null> {
    try {
      const { size, mtimeMs } = await stat(pathOf(key));
      return { key, bytes: size, modified_at: mtimeMs };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    kind: 'folder',
    scratch: staging.scratch,
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
    async read(key, span) {
      const file = await open(pathOf(key), 'r');
      return file.createReadStream(span ? { start: span.first, end: span.last } : {});
    },
    stat: statOf,
    move: (from, to) => moveAll([[pathOf(from), to]]),
    delete: key => rm(pathOf(key), { force: true }),
    async *list(folder) {
      const entries = await readdir(pathOf(folder), { recursive: true, withFileTypes: true }).catch(error => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const found = await statOf(relative(root, join(entry.parentPath, entry.name)));
        if (found) yield found;
      }
    },
    withLocalFile: (key, work) => work(pathOf(key)),
    check: () => access(root, constants.W_OK),
  };
}
