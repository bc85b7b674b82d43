import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { connect, type Connection } from '../../../shared/device/storage.ts';
import { connectByDexie } from '../../../shared/storage/dexie.ts';
import { DATABASE_NAME, NATIVE_VERSION } from '../../../shared/storage/schema.ts';

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
    expect(made[0]![0]).toBe(NATIVE_VERSION);
    for (const one of made) expect(one).toEqual(made[0]);
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
    expect([db.version, await db.getAll('documents'), await db.count('queue')]).toEqual([
      NATIVE_VERSION,
      [row],
      0,
    ]);
  });
});
