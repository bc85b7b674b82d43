/** Does anything of a screen lie on this disk? Asked before the database is opened, which makes it. */
import type { Buckets } from '../shared/device/keys.ts';
import { BUCKET } from '../shared/device/storage.ts';
import { NAME } from '../shared/storage/schema.ts';

/** True only where that is certain. */
export async function isBlank(): Promise<boolean> {
  if (navigator.serviceWorker.controller || !('databases' in indexedDB)) return false;
  const { storageBuckets } = navigator as { storageBuckets?: Buckets };
  try {
    const [databases, buckets] = await Promise.all([indexedDB.databases(), storageBuckets?.keys()]);
    return !databases.some(({ name }) => name === NAME) && !buckets?.includes(BUCKET);
  } catch {
    return false;
  }
}
