/** Who this screen is: its key, its identity, and where both are kept. */
import {
  bucketHome,
  databaseHome,
  makeKey,
  restore,
  type Buckets,
  type Home,
} from '../shared/device/keys.ts';
import { writeValues, type Connection, type DeviceKey, type Identity } from '../shared/device/storage.ts';
import { onFault } from './player.ts';

export async function findSelf(db: Connection) {
  const homes = [
    databaseHome(db),
    bucketHome((navigator as { storageBuckets?: Buckets }).storageBuckets),
  ].filter((home): home is Home => home !== null);
  const [found, fresh] = await Promise.all([restore(homes), makeKey()]);
  const self = found ?? { key: fresh, identity: null };
  let { identity } = self;
  const [main, ...spare] = homes;

  /** The spare home may fail, and need not be waited for; the first may not. */
  async function write(next: { key: DeviceKey; identity: Identity | null } | null) {
    const spares = Promise.all(spare.map(home => home.write(next).catch(onFault)));
    await main?.write(next);
    /** A revoked key must not come back from a spare home at the next boot. */
    if (next === null) await spares;
  }
  const kept = found ? Promise.resolve() : main?.write(self);

  return {
    key: self.key,
    /** The key is on the disk: a code may be shown for it. */
    kept,
    identity: () => identity,
    signer: () => ({
      device: identity ? `${identity.device_id}.${identity.key_id}` : `pairing.${self.key.key_id}`,
      key: self.key.pair.privateKey,
    }),
    async become(next: Identity) {
      await write({ key: self.key, identity: next });
      identity = next;
    },
    /** The server does not know this screen any more: key and content go, plays that were not handed in stay. */
    async forget() {
      await write(null);
      await writeValues(db, { active: null, pending: null, head: null, position: null });
      identity = null;
    },
  };
}
export type Self = Awaited<ReturnType<typeof findSelf>>;
