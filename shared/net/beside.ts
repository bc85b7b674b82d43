/** What stands beside the tokens: written only while there are some, and gone with them in the same moment. */
import { connectSession, RECORD, STORE, type Kept } from './tokens.ts';

export interface Beside {
  /** `null` where there is nothing, or no IndexedDB. */
  get: (name: string) => Promise<unknown>;
  put: (name: string, value: unknown, durability?: IDBTransactionDurability) => Promise<void>;
  remove: (name: string) => Promise<void>;
}

export function createBeside(): Beside {
  const open = connectSession();
  return {
    async get(name) {
      const db = await open();
      return ((await db?.get(STORE, name)) as unknown) ?? null;
    },
    /** In one transaction with the look at the tokens: a tab that has not heard of the sign-out brings nothing back. */
    async put(name, value, durability = 'default') {
      const db = await open();
      if (db === null) return;
      const tx = db.transaction(STORE, 'readwrite', { durability });
      const kept = (await tx.store.get(RECORD)) as Kept | undefined;
      if (kept?.tokens) void tx.store.put(value, name);
      await tx.done;
    },
    async remove(name) {
      const db = await open();
      await db?.delete(STORE, name);
    },
  };
}
