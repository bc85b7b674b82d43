import { SYNC_TAG } from '../../../shared/queue/names.ts';

/** Background Sync exists only in Chromium. */
interface WithBackgroundSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to run the worker's lanes once there is a link, also after the page has closed. */
export async function requestSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.ready;
    await (registration as WithBackgroundSync | undefined)?.sync?.register(SYNC_TAG);
  } catch {
    // Where Background Sync is not allowed, the next page continues.
  }
}
