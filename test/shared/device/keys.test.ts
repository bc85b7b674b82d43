import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import {
  bucketCredentialStore,
  databaseCredentialStore,
  makeKey,
  restoreCredentials,
  thumbprint,
  type CredentialStore,
  type DeviceCredentials,
} from '../../../shared/device/keys.ts';
import { connect, readValue } from '../../../shared/device/storage.ts';

const serverKey = (await makeKey()).jwk;
const identity = (key_id: string) => ({
  device_id: '0190aaaa-0000-7000-8000-000000000001',
  key_id,
  tenant: 'Demo',
  server_key: serverKey,
});

function memoryHome(
  self: DeviceCredentials | null,
): CredentialStore & { kept: () => DeviceCredentials | null } {
  let kept = self;
  return {
    read: () => Promise.resolve(kept),
    write: next => {
      kept = next;
      return Promise.resolve();
    },
    kept: () => kept,
  };
}

describe('the device key', () => {
  it('OPEN-PLAYER-01 is ES256, signs, and never leaves the browser', async () => {
    const key = await makeKey();
    expect(key.jwk).toMatchObject({ kty: 'EC', crv: 'P-256' });
    expect(key.pair.privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', key.pair.privateKey)).rejects.toThrow();
  });

  it('is named by its RFC 7638 thumbprint', async () => {
    const key = await makeKey();
    expect(key.key_id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(key.key_id).toBe(await thumbprint({ ...key.jwk }));
  });

  it('is restored from either home into the other', async () => {
    const key = await makeKey();
    const self = { key, identity: identity(key.key_id) };
    for (const [first, second] of [
      [memoryHome(null), memoryHome(self)],
      [memoryHome(self), memoryHome(null)],
    ] as const) {
      expect(await restoreCredentials([first, second])).toEqual(self);
      expect(first.kept()).toEqual(self);
      expect(second.kept()).toEqual(self);
    }
  });

  it('that belongs to somebody wins over one that was made after a loss', async () => {
    const old = await makeKey();
    const fresh = await makeKey();
    const main = memoryHome({ key: fresh, identity: null });
    const self = { key: old, identity: identity(old.key_id) };
    expect(await restoreCredentials([main, memoryHome(self)])).toEqual(self);
    expect(main.kept()).toEqual(self);
  });

  it('is not missed by a home that fails', async () => {
    const key = await makeKey();
    const self = { key, identity: null };
    const broken: CredentialStore = {
      read: () => Promise.reject(new Error('gone')),
      write: () => Promise.resolve(),
    };
    expect(await restoreCredentials([broken, memoryHome(self)])).toEqual(self);
  });

  it('lies in the default database beside the identity', async () => {
    const db = connect('keys');
    const home = databaseCredentialStore(db);
    const key = { ...(await makeKey()), pair: {} as CryptoKeyPair };
    await home.write({ key, identity: identity(key.key_id) });
    expect(await home.read()).toEqual({ key, identity: identity(key.key_id) });
    await home.write(null);
    expect(await readValue(db, 'identity')).toBeNull();
    expect(await home.read()).toBeNull();
  });

  it('lies in a storage bucket where the browser has them', async () => {
    const names: string[] = [];
    const factory = new IDBFactory();
    const home = bucketCredentialStore({
      keys: () => Promise.resolve(names),
      open: name => {
        names.push(name);
        return Promise.resolve({ indexedDB: factory });
      },
    });
    expect(await home?.read()).toBeNull();
    expect(names).toEqual([]);
    const key = { ...(await makeKey()), pair: {} as CryptoKeyPair };
    await home?.write({ key, identity: null });
    expect(await home?.read()).toEqual({ key, identity: null });
    expect(bucketCredentialStore(undefined)).toBeNull();
  });
});
