/** The error log on disk: one idb record, shared by all tabs. */
import { ERROR_LOG } from '../../../shared/constants.ts';
import { createKeyValueStore } from '../../../shared/storage/values.ts';
import type { ErrorEntry, Keep } from './log.ts';

const DATABASE = 'wayside-errors';
const STORE = 'values';
export const RECORD = 'error_log';

export function keepInIdb(name = DATABASE): Keep & { read: () => Promise<readonly ErrorEntry[]> } {
  const { within, get } = createKeyValueStore(name, STORE);
  return {
    append: entries =>
      within(async db => {
        const tx = db.transaction(STORE, 'readwrite');
        const kept = ((await tx.store.get(RECORD)) as readonly ErrorEntry[] | undefined) ?? [];
        await tx.store.put([...kept, ...entries].slice(-ERROR_LOG.persisted), RECORD);
        await tx.done;
      }),
    read: async () => ((await get(RECORD)) as readonly ErrorEntry[] | undefined) ?? [],
  };
}
