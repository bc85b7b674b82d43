import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { createIdbErrorStore } from '../../../console/app/errors/idbErrorStore.ts';
import type { ErrorEntry } from '../../../console/app/errors/errorLog.ts';
import { createConsentStorage } from '../../../shared/consent/consentStorage.ts';
import type { ConsentRecord } from '../../../shared/consent/record.ts';
import { connect, writeValues, type Connection, type Identity } from '../../../shared/device/storage.ts';
import { sessionKeyValueStore } from '../../../shared/net/sessionStore.ts';
import { createTokenStore } from '../../../shared/net/tokens.ts';
import { connectByDexie } from '../../../shared/storage/dexie.ts';
import { DATABASE_NAME } from '../../../shared/storage/schema.ts';
import { memoryStorage } from '../../support/storage.ts';

type Shape = Record<string, { key: unknown; counts: boolean; indexes: Record<string, unknown> }>;

async function shapeOf(connection: Connection): Promise<[number, Shape]> {
  const db = await connection();
  const tx = db.transaction([...db.objectStoreNames]);
  const shape: Shape = {};
  for (const name of db.objectStoreNames) {
    const store = tx.objectStore(name);
    const indexes = [...store.indexNames].map(index => {
      const { keyPath, unique } = store.index(index);
      return [index, [keyPath, unique]] as const;
    });
    shape[name] = { key: store.keyPath, counts: store.autoIncrement, indexes: Object.fromEntries(indexes) };
  }
  db.close();
  return [db.version, shape];
}
const row = { sha256: 'a'.repeat(64), text: '{}' };

describe('one schema for whoever opens the database', () => {
  it('AMBIG-STORE-03 is the same whether Dexie makes it or the boot path does, and each opens what the other made', async () => {
    const made: [number, Shape][] = [];
    for (const [first, second] of [
      [connectByDexie, connect],
      [connect, connectByDexie],
    ]) {
      globalThis.indexedDB = new IDBFactory();
      made.push(await shapeOf(first!()), await shapeOf(second!()));
    }
    const table = (key: unknown, counts = false, indexes = {}) => ({ key, counts, indexes });
    for (const one of made)
      expect(one).toEqual([
        20,
        {
          assets: table('sha256'),
          documents: table('sha256'),
          failed_requests: table('no', true),
          outbox: table('seq', true, { id: ['id', true] }),
          plays: table(['epoch', 'seq'], false, { state: ['state', false] }),
          queue: table('seq', true, { id: ['id', true] }),
          tallies: table(null),
          values: table(null),
        },
      ]);
  });

  it('AMBIG-STORE-03 each single value lies where anybody may look for it', async () => {
    globalThis.indexedDB = new IDBFactory();
    const mirror = memoryStorage();
    const tokens = { access_token: 'a', refresh_token: 'r' };
    await createTokenStore(mirror).write(tokens);
    await sessionKeyValueStore().put('query-cache', { version: '1.0.0' });
    const consent = { hasConsented: true, purposes: { errors: true } } as ConsentRecord;
    await createConsentStorage(mirror).write(consent);
    await createIdbErrorStore().append([{ message: 'broken' } as ErrorEntry]);
    const kiosk = { enabled: true, pin: 'hash' };
    const identity = { device_id: 'd', key_id: 'k', tenant: 't' } as Identity;
    await writeValues(connect(), { kiosk, identity });
    const found = async (database: string, key: string): Promise<unknown> => {
      const db = await openDB(database);
      const value: unknown = await db.get('values', key);
      db.close();
      return value;
    };
    expect(await found('wayside-session', 'tokens')).toEqual({ tokens });
    expect(await found('wayside-session', 'query-cache')).toEqual({ version: '1.0.0' });
    expect(await found('wayside-consent', 'consent')).toEqual(consent);
    expect(await found('wayside-errors', 'error_log')).toEqual([{ message: 'broken' }]);
    expect([await found('wayside', 'kiosk'), await found('wayside', 'identity')]).toEqual([kiosk, identity]);
  });

  it.each([
    ['Dexie', connectByDexie],
    ['the boot path', connect],
  ])('the first released version is raised by %s with its rows in it', async (_who, open) => {
    globalThis.indexedDB = new IDBFactory();
    const old = await openDB(DATABASE_NAME, 10, {
      upgrade(db) {
        db.createObjectStore('values');
        db.createObjectStore('documents', { keyPath: 'sha256' });
        db.createObjectStore('assets', { keyPath: 'sha256' });
        db.createObjectStore('plays', { keyPath: ['epoch', 'seq'] }).createIndex('state', 'state');
      },
    });
    await old.put('documents', row);
    old.close();
    const db = await open()();
    expect([db.version, await db.getAll('documents'), await db.count('queue')]).toEqual([20, [row], 0]);
  });
});
