/** The error log on disk: one idb record, shared by all tabs. */
import { openDB } from 'idb';
import { ERROR_LOG } from '../../shared/constants.ts';
import type { ErrorEntry, Keep } from './log.ts';

const DATABASE = 'wayside-errors';
const STORE = 'values';
export const RECORD = 'error_log';

export function keepInIdb(name = DATABASE): Keep & { read: () => Promise<readonly ErrorEntry[]> } {
  const open = () => openDB(name, 1, { upgrade: db => void db.createObjectStore(STORE) });
  return {
    async append(entries) {
      const db = await open();
      try {
        const tx = db.transaction(STORE, 'readwrite');
        const kept = ((await tx.store.get(RECORD)) as readonly ErrorEntry[] | undefined) ?? [];
        await tx.store.put([...kept, ...entries].slice(-ERROR_LOG.persisted), RECORD);
        await tx.done;
      } finally {
        db.close();
      }
    },
    async read() {
      const db = await open();
      const kept = (await db.get(STORE, RECORD)) as readonly ErrorEntry[] | undefined;
      db.close();
      return kept ?? [];
    },
  };
}
