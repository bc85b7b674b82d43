/** The schema of the browser's database, used by Dexie and by code that opens the database without Dexie. */
export const DATABASE_NAME = 'wayside';

/** The stores each released version adds, in Dexie's notation: the key first, then the indexes. Never change a released one. */
export const VERSIONS: readonly Readonly<Record<string, string>>[] = [
  { values: '', documents: 'sha256', assets: 'sha256', plays: '[epoch+seq], state' },
  {
    queue: '++seq, &id',
    outbox: '++seq, &id',
    failed_requests: '++no',
    tallies: '',
  },
];
/** Dexie's version 1 is 10 natively. */
export const nativeVersionOf = (version: number) => version * 10;
export const NATIVE_VERSION = nativeVersionOf(VERSIONS.length);

const keyPathOf = (word: string) => (word.startsWith('[') ? word.slice(1, -1).split('+') : word);

function addStore(db: IDBDatabase, name: string, words: string) {
  const [key = '', ...indexes] = words.split(',').map(word => word.trim());
  const options = key.startsWith('++')
    ? { keyPath: key.slice(2), autoIncrement: true }
    : key === ''
      ? {}
      : { keyPath: keyPathOf(key) };
  const store = db.createObjectStore(name, options);
  for (const word of indexes) {
    const unique = word.startsWith('&');
    const path = unique ? word.slice(1) : word;
    store.createIndex(path, keyPathOf(path), { unique });
  }
}

/** For `onupgradeneeded`: creates the stores added since the native version `from`. */
export function upgradeSchema(db: IDBDatabase, from: number): void {
  VERSIONS.forEach((stores, i) => {
    if (from >= nativeVersionOf(i + 1)) return;
    for (const [name, words] of Object.entries(stores)) addStore(db, name, words);
  });
}
