/** Values stored beside the tokens: written only while somebody is signed in, deleted together with the tokens. */
import { connectSession, RECORD, STORE, type StoredTokens } from './tokens.ts';

export interface SessionStore {
  /** Null if there is no value or no IndexedDB. */
  get: (name: string) => Promise<unknown>;
  put: (name: string, value: unknown, durability?: IDBTransactionDurability) => Promise<void>;
  remove: (name: string) => Promise<void>;
}

export function sessionKeyValueStore(): SessionStore {
  const open = connectSession();
  return {
    async get(name) {
      const db = await open();
      return ((await db?.get(STORE, name)) as unknown) ?? null;
    },
    /** Checks the tokens in the same transaction, so that a tab that missed the sign-out cannot write a value back. */
    async put(name, value, durability = 'default') {
      const db = await open();
      if (db === null) return;
      const tx = db.transaction(STORE, 'readwrite', { durability });
      const stored = (await tx.store.get(RECORD)) as StoredTokens | undefined;
      if (stored?.tokens) void tx.store.put(value, name);
      await tx.done;
    },
    async remove(name) {
      const db = await open();
      await db?.delete(STORE, name);
    },
  };
}
