/** Three short runs in a row start safe mode, in which no video plays. */
import type { Page } from '@playwright/test';
import { DATABASE_NAME } from '../../../../shared/storage/schema.ts';

/** Clears the counter of failed starts; call before the first navigation. */
export const forgetCrashes = (page: Page): Promise<unknown> =>
  page.addInitScript(forget, [DATABASE_NAME] as [string]);

function forget([name]: [string]): void {
  const opening = indexedDB.open(name);
  /** Nothing lies here yet: that is not ours to make. */
  opening.onupgradeneeded = () => opening.transaction?.abort();
  opening.onsuccess = () => {
    const db = opening.result;
    const tx = db.transaction('values', 'readwrite');
    tx.objectStore('values').delete('starts');
    tx.oncomplete = () => db.close();
  };
}
