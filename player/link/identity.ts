/** The key and identity of this screen, and their storage. */
import {
  bucketCredentialStore,
  databaseCredentialStore,
  makeKey,
  restoreCredentials,
  type Buckets,
  type CredentialStore,
} from '../../shared/device/keys.ts';
import {
  readValue,
  writeValues,
  type Connection,
  type DeviceKey,
  type FormerIdentity,
  type Identity,
} from '../../shared/device/storage.ts';
import { onFault } from '../app/faults.ts';

/** `introduced`: a key that was made where nothing of a screen lay; the disk is asked once more. */
export async function loadIdentity(db: Connection, introduced: DeviceKey | null) {
  const main = databaseCredentialStore(db);
  const spare = [bucketCredentialStore((navigator as { storageBuckets?: Buckets }).storageBuckets)].filter(
    (home): home is CredentialStore => home !== null,
  );
  const fresh = introduced && !(await main.read()) ? introduced : null;
  const [found, newKey] = fresh
    ? [null, fresh]
    : await Promise.all([restoreCredentials([main, ...spare]), makeKey()]);
  const self = found ?? { key: newKey, identity: null };
  let { key, identity } = self;

  /** The spare home may fail, and need not be waited for; the first may not. */
  async function write(next: { key: DeviceKey; identity: Identity | null } | null) {
    const spares = Promise.all(spare.map(home => home.write(next).catch(onFault)));
    await main.write(next);
    /** A revoked key must not come back from a spare home at the next boot. */
    if (next === null) await spares;
  }
  let saved = found ? Promise.resolve() : main.write(self);

  return {
    key: () => key,
    /** The key is on the disk: a code may be shown for it. */
    kept: () => saved,
    /** A screen without an identity whose key the server takes no more: it pairs with another. */
    async renewKey() {
      key = await makeKey();
      saved = write({ key, identity: null });
      await saved;
    },
    identity: () => identity,
    signer: () => ({
      device: identity ? `${identity.device_id}.${identity.key_id}` : `pairing.${key.key_id}`,
      key: key.pair.privateKey,
    }),
    async setIdentity(next: Identity) {
      await write({ key, identity: next });
      identity = next;
    },
    /** Keys of before, for plays of that time. */
    former: async (): Promise<readonly FormerIdentity[]> => (await readValue(db, 'former')) ?? [],
    /** All plays of that time are handed in. */
    async dropFormer(key_id: string) {
      const left = ((await readValue(db, 'former')) ?? []).filter(({ key }) => key.key_id !== key_id);
      await writeValues(db, { former: left.length > 0 ? left : null });
    },
    /** Identity and content go. Plays that were not handed in stay, and with them the key that signs them. */
    async erase() {
      if (identity) {
        const before = ((await readValue(db, 'former')) ?? []).filter(
          former => former.key.key_id !== key.key_id,
        );
        const own = { device_id: identity.device_id, key };
        await writeValues(db, { former: [...before, own] });
      }
      await write(null);
      await writeValues(db, { active: null, pending: null, head: null, position: null });
      /** What was allowed, counted and granted was so for whoever had it before. */
      await writeValues(db, { place_allowed: null, place_reported: null, audience: null, leases: null });
      await writeValues(db, { alert_set: null, alert_log: null });
      identity = null;
    },
  };
}
export type DeviceIdentity = Awaited<ReturnType<typeof loadIdentity>>;
