/** Small named texts outside IndexedDB: the origin's own files (OPFS), each written whole or not at all. */
export interface CopyStore {
  write: (name: string, text: string) => Promise<void>;
  /** Null: there is none. */
  read: (name: string) => Promise<string | null>;
  /** Of one that is not there, too. */
  remove: (name: string) => Promise<void>;
  names: () => Promise<string[]>;
}

const FOLDER = 'ledger';
/** What Chromium writes to until a file is closed: after a power cut it lies there, and nobody else takes it away. */
const HALF_WRITTEN_SUFFIX = '.crswap';
const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;

/** Ends what a power cut has left half written: it never was. */
async function removeHalfWritten(folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> {
  for await (const name of folder.keys())
    if (name.endsWith(HALF_WRITTEN_SUFFIX))
      await folder.removeEntry(name).catch((error: unknown) => {
        /** Another page is writing it. */
        if (!isNamed(error, 'NoModificationAllowedError') && !isNamed(error, 'NotFoundError')) throw error;
      });
  return folder;
}

export function opfsCopies(storage: Pick<StorageManager, 'getDirectory'>): CopyStore {
  let opening: Promise<FileSystemDirectoryHandle> | undefined;
  const open = () =>
    (opening ??= storage
      .getDirectory()
      .then(root => root.getDirectoryHandle(FOLDER, { create: true }))
      .then(removeHalfWritten));
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
        if (isNamed(error, 'NotFoundError')) return null;
        throw error;
      }
    },
    async remove(name) {
      await (await open()).removeEntry(name).catch((error: unknown) => {
        if (!isNamed(error, 'NotFoundError')) throw error;
      });
    },
    async names() {
      const names: string[] = [];
      for await (const name of (await open()).keys())
        if (!name.endsWith(HALF_WRITTEN_SUFFIX)) names.push(name);
      return names;
    },
  };
}
