/** A small key-value database that is rarely needed: opened for one operation and closed again. */
import { openDB, type IDBPDatabase } from 'idb';

const STRICT = { durability: 'strict' } as const;

export function createKeyValueStore(database: string, store = 'values') {
  async function inDatabase<T>(act: (db: IDBPDatabase) => Promise<T>): Promise<T> {
    const db = await openDB(database, 1, { upgrade: upgraded => void upgraded.createObjectStore(store) });
    try {
      return await act(db);
    } finally {
      db.close();
    }
  }
  return {
    within: inDatabase,
    get: (key: string): Promise<unknown> => inDatabase(db => db.get(store, key)),
    keys: (): Promise<string[]> => inDatabase(async db => (await db.getAllKeys(store)) as string[]),
    remove: (key: string): Promise<void> => inDatabase(db => db.delete(store, key)),
    /** Resolves once the value would survive a power cut. */
    put: (key: string, value: unknown): Promise<void> =>
      inDatabase(async db => {
        const tx = db.transaction(store, 'readwrite', STRICT);
        await tx.store.put(value, key);
        await tx.done;
      }),
  };
}
