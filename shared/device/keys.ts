/** The device's key pair: generated here, not exportable, stored in two databases, each of which can restore the other. */
import { sha256, toBase64Url, utf8 } from '../contract/wire/bytes.ts';
import { P256, thumbprintText } from '../contract/wire/canonical.ts';
import type { PublicJwk } from '../contract/fleet/jwk.ts';
import { BUCKET, STRICT, type Connection, type DeviceKey, type Identity } from './storage.ts';

export const thumbprint = async (jwk: PublicJwk) => toBase64Url(await sha256(utf8(thumbprintText(jwk))));

export async function makeKey(): Promise<DeviceKey> {
  const pair = await crypto.subtle.generateKey(P256, false, ['sign', 'verify']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const jwk = { kty, crv, x, y } as PublicJwk;
  return { pair, jwk, key_id: await thumbprint(jwk) };
}

/** The key of this device and its identity, which is null until the pairing code was claimed. */
export interface DeviceCredentials {
  key: DeviceKey;
  identity: Identity | null;
}
export interface CredentialStore {
  read(): Promise<DeviceCredentials | null>;
  write(self: DeviceCredentials | null): Promise<void>;
}

export const databaseCredentialStore = (db: Connection): CredentialStore => ({
  async read() {
    const tx = (await db()).transaction('values');
    const [key, identity] = await Promise.all([tx.store.get('key'), tx.store.get('identity')]);
    return key ? { key: key as DeviceKey, identity: (identity as Identity | undefined) ?? null } : null;
  },
  async write(self) {
    const tx = (await db()).transaction('values', 'readwrite', STRICT);
    void (self ? tx.store.put(self.key, 'key') : tx.store.delete('key'));
    void (self?.identity ? tx.store.put(self.identity, 'identity') : tx.store.delete('identity'));
    await tx.done;
  },
});

interface Bucket {
  indexedDB: IDBFactory;
}
export interface Buckets {
  keys(): Promise<string[]>;
  open(name: string, options?: { durability?: 'strict'; persisted?: boolean }): Promise<Bucket>;
}

/** A storage bucket has its own files, so it survives a damaged default database. Null if the browser has no buckets. */
export function bucketCredentialStore(buckets: Buckets | undefined): CredentialStore | null {
  if (!buckets) return null;
  const open = async () => {
    const bucket = await buckets.open(BUCKET, { durability: 'strict', persisted: true });
    const request = bucket.indexedDB.open('device', 1);
    request.onupgradeneeded = () => void request.result.createObjectStore('self');
    return requestDone(request);
  };
  const inStore = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>) => {
    const db = await open();
    try {
      return await requestDone(act(db.transaction('self', mode, STRICT).objectStore('self')));
    } finally {
      db.close();
    }
  };
  return {
    async read() {
      if (!(await buckets.keys()).includes(BUCKET)) return null;
      return (
        ((await inStore('readonly', store => store.get('self'))) as DeviceCredentials | undefined) ?? null
      );
    },
    write: async self =>
      void (self
        ? await inStore('readwrite', store => store.put(self, 'self'))
        : await inStore('readwrite', store => store.delete('self'))),
  };
}

const requestDone = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('database request failed'));
  });

/** The first store with an identity wins and is copied to the others. */
export async function restoreCredentials(
  homes: readonly CredentialStore[],
): Promise<DeviceCredentials | null> {
  const found = await Promise.all(homes.map(home => home.read().catch(() => null)));
  const self = found.find(one => one?.identity) ?? found.find(one => one !== null) ?? null;
  if (self === null) return null;
  const stale = homes.filter((_, i) => !isSame(found[i] ?? null, self));
  await Promise.allSettled(stale.map(home => home.write(self)));
  return self;
}

const isSame = (a: DeviceCredentials | null, b: DeviceCredentials) =>
  a?.key.key_id === b.key.key_id && a.identity?.device_id === b.identity?.device_id;
