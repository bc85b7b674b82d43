/** Opens the database in pages: Dexie upgrades older versions, all other code uses the plain connection. */
import { Dexie } from 'dexie';
import { wrap } from 'idb';
import type { Connection, Database } from '../device/storage.ts';
import { DATABASE_NAME, VERSIONS } from './schema.ts';

/** One connection per page. It closes when a newer build waits to upgrade. */
export function connectByDexie(name = DATABASE_NAME): Connection {
  const { indexedDB, IDBKeyRange } = globalThis;
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict', indexedDB, IDBKeyRange });
  VERSIONS.forEach((added, i) => dexie.version(i + 1).stores({ ...added }));
  return async () => {
    await dexie.open();
    return wrap(dexie.backendDB()) as unknown as Database;
  };
}
