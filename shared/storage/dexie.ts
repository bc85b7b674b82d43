/** The database as pages open it: Dexie raises older versions, and hands out the connection all else works with. */
import { Dexie } from 'dexie';
import { wrap } from 'idb';
import type { Connection, Database } from '../device/storage.ts';
import { DATABASE_NAME, VERSIONS } from './schema.ts';

/** One connection for the page; a newer build that waits for it gets its turn. */
export function connectByDexie(name = DATABASE_NAME): Connection {
  const { indexedDB, IDBKeyRange } = globalThis;
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict', indexedDB, IDBKeyRange });
  VERSIONS.forEach((added, i) => dexie.version(i + 1).stores({ ...added }));
  return async () => {
    await dexie.open();
    return wrap(dexie.backendDB()) as unknown as Database;
  };
}
