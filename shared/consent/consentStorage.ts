/** Stores consent: IndexedDB is authoritative, localStorage is a mirror that may be older after a power cut. */
import { createKeyValueStore } from '../storage/values.ts';
import { CONSENT_KEY, parseConsentJson, parseConsentRecord, type ConsentRecord } from './record.ts';

export interface ConsentStorage {
  read: () => Promise<ConsentRecord | null>;
  /** Resolves once it would survive a power cut. */
  write: (record: ConsentRecord) => Promise<void>;
}

const DATABASE = 'wayside-consent';
const RECORD = 'consent';

export function createConsentStorage(mirror: Storage, name = DATABASE): ConsentStorage {
  const values = createKeyValueStore(name);
  function writeMirror(record: ConsentRecord) {
    const text = JSON.stringify(record);
    if (mirror.getItem(CONSENT_KEY) !== text) mirror.setItem(CONSENT_KEY, text);
  }
  return {
    async read() {
      const stored = await values.get(RECORD);
      if (stored === undefined) return parseConsentJson(mirror.getItem(CONSENT_KEY));
      const record = parseConsentRecord(stored);
      if (record) writeMirror(record);
      return record;
    },
    async write(record) {
      await values.put(RECORD, record);
      writeMirror(record);
    },
  };
}
