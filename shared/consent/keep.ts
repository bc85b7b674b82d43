/** Where consent lives: IndexedDB is the truth, localStorage its mirror, which may be older after a power cut. */
import { openDB, type IDBPDatabase } from 'idb';
import { CONSENT_KEY, parseConsent, readConsent, type ConsentRecord } from './record.ts';

export interface KeptConsent {
  read: () => Promise<ConsentRecord | null>;
  /** Resolves once it would survive a power cut. */
  write: (record: ConsentRecord) => Promise<void>;
}

const DATABASE = 'wayside-consent';
const STORE = 'values';
const RECORD = 'consent';

export function keepConsent(mirror: Storage, name = DATABASE): KeptConsent {
  async function within<T>(act: (db: IDBPDatabase) => Promise<T>): Promise<T> {
    const db = await openDB(name, 1, { upgrade: fresh => void fresh.createObjectStore(STORE) });
    try {
      return await act(db);
    } finally {
      db.close();
    }
  }
  function reflect(record: ConsentRecord) {
    const text = JSON.stringify(record);
    if (mirror.getItem(CONSENT_KEY) !== text) mirror.setItem(CONSENT_KEY, text);
  }
  return {
    async read() {
      const truth = await within(db => db.get(STORE, RECORD) as Promise<unknown>);
      if (truth === undefined) return parseConsent(mirror.getItem(CONSENT_KEY));
      const record = readConsent(truth);
      if (record) reflect(record);
      return record;
    },
    async write(record) {
      await within(async db => {
        const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' });
        await tx.store.put(record, RECORD);
        await tx.done;
      });
      reflect(record);
    },
  };
}
