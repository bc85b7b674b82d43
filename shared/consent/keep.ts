/** Where consent lives: IndexedDB is the truth, localStorage its mirror, which may be older after a power cut. */
import { createValues } from '../storage/values.ts';
import { CONSENT_KEY, parseConsent, readConsent, type ConsentRecord } from './record.ts';

export interface KeptConsent {
  read: () => Promise<ConsentRecord | null>;
  /** Resolves once it would survive a power cut. */
  write: (record: ConsentRecord) => Promise<void>;
}

const DATABASE = 'wayside-consent';
const RECORD = 'consent';

export function keepConsent(mirror: Storage, name = DATABASE): KeptConsent {
  const values = createValues(name);
  function reflect(record: ConsentRecord) {
    const text = JSON.stringify(record);
    if (mirror.getItem(CONSENT_KEY) !== text) mirror.setItem(CONSENT_KEY, text);
  }
  return {
    async read() {
      const truth = await values.get(RECORD);
      if (truth === undefined) return parseConsent(mirror.getItem(CONSENT_KEY));
      const record = readConsent(truth);
      if (record) reflect(record);
      return record;
    },
    async write(record) {
      await values.put(RECORD, record);
      reflect(record);
    },
  };
}
