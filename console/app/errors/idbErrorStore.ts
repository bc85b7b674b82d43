/** Stores the error log in one IndexedDB record that all tabs share. */
import { ERROR_LOG } from '../../../shared/constants.ts';
import { createKeyValueStore } from '../../../shared/storage/values.ts';
import type { ErrorEntry, ErrorStore } from './errorLog.ts';

const DATABASE = 'wayside-errors';
const STORE = 'values';
export const ERROR_LOG_KEY = 'error_log';

export function createIdbErrorStore(
  name = DATABASE,
): ErrorStore & { read: () => Promise<readonly ErrorEntry[]> } {
  const { within, get } = createKeyValueStore(name, STORE);
  return {
    append: entries =>
      within(async db => {
        const tx = db.transaction(STORE, 'readwrite');
        const stored = ((await tx.store.get(ERROR_LOG_KEY)) as readonly ErrorEntry[] | undefined) ?? [];
        await tx.store.put([...stored, ...entries].slice(-ERROR_LOG.persisted), ERROR_LOG_KEY);
        await tx.done;
      }),
    read: async () => ((await get(ERROR_LOG_KEY)) as readonly ErrorEntry[] | undefined) ?? [],
  };
}
