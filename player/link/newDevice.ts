/** A screen of which nothing lies on the disk: its key and what it says of itself, made while the database is. */
import type { Body } from '../../shared/contract/wire/endpoint.ts';
import type { startPairing } from '../../shared/contract/fleet/pairing.ts';
import { makeKey, type Buckets } from '../../shared/device/keys.ts';
import { BUCKET, type DeviceKey } from '../../shared/device/storage.ts';
import { DATABASE_NAME } from '../../shared/storage/schema.ts';
import { panelSize } from '../library/files.ts';
import { APP_VERSION } from '../app/version.ts';

const MAX_AGENT = 400;

export interface NewDevice {
  key: DeviceKey;
  facts: Body<typeof startPairing>['facts'];
}

/** Asked before the database is opened; null where something lies here, and who this screen is must be read. */
export async function prepareNewDevice(): Promise<NewDevice | null> {
  const pendingFacts = Promise.resolve().then(facts);
  const [isNew, key] = await Promise.all([hasNoStorage(), makeKey()]);
  return isNew ? { key, facts: await pendingFacts } : null;
}

/** What it tells of itself. The zone takes long to find out: that is done while disk and key are waited for. */
export const facts = () => ({
  app_version: APP_VERSION,
  resolution: resolutionOf(panelSize()),
  user_agent: navigator.userAgent.slice(0, MAX_AGENT),
  tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export const resolutionOf = ({ width, height }: ReturnType<typeof panelSize>) =>
  `${Math.round(width)}x${Math.round(height)}`;

/** True only where that is certain. */
async function hasNoStorage(): Promise<boolean> {
  if (!('databases' in indexedDB)) return false;
  const { storageBuckets } = navigator as { storageBuckets?: Buckets };
  try {
    const [databases, buckets] = await Promise.all([indexedDB.databases(), storageBuckets?.keys()]);
    return !databases.some(({ name }) => name === DATABASE_NAME) && !buckets?.includes(BUCKET);
  } catch {
    return false;
  }
}
