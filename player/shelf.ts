/** Small named texts outside IndexedDB: the origin's own files (OPFS), each written whole or not at all. */
export interface Shelf {
  write: (name: string, text: string) => Promise<void>;
  /** Null: there is none. */
  read: (name: string) => Promise<string | null>;
  /** Of one that is not there, too. */
  remove: (name: string) => Promise<void>;
  names: () => Promise<string[]>;
}

const FOLDER = 'ledger';
const isMissing = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';

export function filesOf(storage: Pick<StorageManager, 'getDirectory'>): Shelf {
  let opening: Promise<FileSystemDirectoryHandle> | undefined;
  const open = () =>
    (opening ??= storage.getDirectory().then(root => root.getDirectoryHandle(FOLDER, { create: true })));
  return {
    async write(name, text) {
      const file = await (await open()).getFileHandle(name, { create: true });
      const out = await file.createWritable();
      await out.write(text);
      await out.close();
    },
    async read(name) {
      try {
        const file = await (await open()).getFileHandle(name);
        return await (await file.getFile()).text();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(name) {
      await (await open()).removeEntry(name).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    async names() {
      const names: string[] = [];
      for await (const name of (await open()).keys()) names.push(name);
      return names;
    },
  };
}
