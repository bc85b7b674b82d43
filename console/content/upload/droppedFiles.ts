/** What was dropped on the page, folders opened: a directory is read in batches until one is empty (File and Directory Entries API §7). */

/** The part of an entry that is read. */
export type Entry = Pick<FileSystemEntry, 'isFile' | 'name'> & {
  file?: FileSystemFileEntry['file'];
  createReader?: () => Pick<FileSystemDirectoryReader, 'readEntries'>;
};

/** One that cannot be read stands in the list by its name, as an empty file that is refused. */
const fileOf = (entry: Entry) =>
  new Promise<File>(done => entry.file!(done, () => done(new File([], entry.name))));

/** A folder that cannot be read to its end stands among its own as a file of its name that cannot be read. */
async function within(folder: Entry): Promise<Entry[]> {
  const reader = folder.createReader!();
  const all: Entry[] = [];
  for (;;) {
    const batch = await new Promise<Entry[] | null>(done => reader.readEntries(done, () => done(null)));
    if (batch === null) return [...all, unreadable(folder.name)];
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
const unreadable = (name: string): Entry => ({
  isFile: true,
  name,
  file: (_done, failed) => failed?.(new DOMException('NotReadableError')),
});

/** What a system keeps beside the files of a folder, such as `.DS_Store`. */
const isHidden = ({ name }: Pick<Entry, 'name'>) => name.startsWith('.') || name === 'Thumbs.db';
/** By each folder on its way, the chosen one excepted. */
const isWithinHidden = ({ webkitRelativePath, name }: File) =>
  [...webkitRelativePath.split('/').slice(1, -1), name].some(part => isHidden({ name: part }));

/** Of files that came in a dropped folder: a browser gives these no path. */
const folders = new WeakMap<File, string>();
/** The folder of the library that it goes to: the one it came in. */
export const folderOf = (file: File) =>
  folders.get(file) ?? file.webkitRelativePath.split('/').slice(0, -1).join('/');

export async function filesOf(entry: Entry, folder: readonly string[] = []): Promise<File[]> {
  if (entry.isFile) {
    const file = await fileOf(entry);
    folders.set(file, folder.join('/'));
    return [file];
  }
  const inner = (await within(entry)).filter(one => !isHidden(one));
  const files = inner.map(one => filesOf(one, [...folder, entry.name]));
  return (await Promise.all(files)).flat();
}

/** The entries must be taken in the event itself: after it the list is empty. */
export async function droppedFiles(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  const loose = [...transfer.files];
  const entries = [...transfer.items].flatMap(item => (item.webkitGetAsEntry() as Entry | null) ?? []);
  return entries.length === 0 ? loose : (await Promise.all(entries.map(entry => filesOf(entry)))).flat();
}

/** Asks for a folder, whose files are as those of one that was dropped. */
export function pickFolder(onFiles: (files: readonly File[]) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', webkitdirectory: true });
  input.addEventListener('change', () =>
    onFiles([...(input.files ?? [])].filter(file => !isWithinHidden(file))),
  );
  input.click();
}
