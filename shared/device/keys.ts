/** The device's key pair: made here, never exportable, kept in two databases of which either restores the other. */
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

/** Who this device is; identity is null until a code was claimed. */
export interface Self {
  key: DeviceKey;
  identity: Identity | null;
}
export interface Home {
  read(): Promise<Self | null>;
  write(self: Self | null): Promise<void>;
}

export const databaseHome = (db: Connection): Home => ({
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

/** A bucket keeps files of its own: it outlives a damaged default database. Null where there are none. */
export function bucketHome(buckets: Buckets | undefined): Home | null {
  if (!buckets) return null;
  const open = async () => {
    const bucket = await buckets.open(BUCKET, { durability: 'strict', persisted: true });
    const request = bucket.indexedDB.open('device', 1);
    request.onupgradeneeded = () => void request.result.createObjectStore('self');
    return settled(request);
  };
  const within = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>) => {
    const db = await open();
    try {
      return await settled(act(db.transaction('self', mode, STRICT).objectStore('self')));
    } finally {
      db.close();
    }
  };
  return {
    async read() {
      if (!(await buckets.keys()).includes(BUCKET)) return null;
      return ((await within('readonly', store => store.get('self'))) as Self | undefined) ?? null;
    },
    write: async self =>
      void (self
        ? await within('readwrite', store => store.put(self, 'self'))
        : await within('readwrite', store => store.delete('self'))),
  };
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('database request failed'));
  });

/** The first home that knows wins and is copied to the others. */
export async function restore(homes: readonly Home[]): Promise<Self | null> {
  const found = await Promise.all(homes.map(home => home.read().catch(() => null)));
  const self = found.find(one => one?.identity) ?? found.find(one => one !== null) ?? null;
  if (self === null) return null;
  const stale = homes.filter((_, i) => !same(found[i] ?? null, self));
  await Promise.allSettled(stale.map(home => home.write(self)));
  return self;
}

const same = (a: Self | null, b: Self) =>
  a?.key.key_id === b.key.key_id && a.identity?.device_id === b.identity?.device_id;
