import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect, readValue } from '../../../shared/device/storage.ts';
import { boot, expectChain, fakeServer, handIn, records } from '../ledgers.ts';

/** What a released build left in a screen's browser, as the browser keeps it: stores, keys and rows. */
interface Golden {
  name: string;
  version: number;
  stores: Record<string, [IDBValidKey, unknown][]>;
}
const GOLDEN = ['player-10.json'];
const read = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/golden', file), 'utf8')) as Golden;

/** Stores of the released schema, by version: written here once more by hand, never taken from today's code. */
function lay({ name, version, stores }: Golden): Promise<void> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(name, version);
    request.onerror = () => fail(request.error ?? new Error('not opened'));
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore('values');
      db.createObjectStore('documents', { keyPath: 'sha256' });
      db.createObjectStore('assets', { keyPath: 'sha256' });
      db.createObjectStore('plays', { keyPath: ['epoch', 'seq'] }).createIndex('state', 'state');
    };
    request.onsuccess = () => {
      const tx = request.result.transaction(Object.keys(stores), 'readwrite');
      for (const [store, rows] of Object.entries(stores))
        for (const [key, value] of rows)
          tx.objectStore(store).put(value, ...(store === 'values' ? [key] : []));
      tx.oncomplete = () => {
        request.result.close();
        done();
      };
    };
  });
}

it.each(GOLDEN)('P7 what a released player kept as %s is read, finished and handed in', async file => {
  const golden = read(file);
  await lay(golden);
  const db = connect(golden.name);
  const identity = await readValue(db, 'identity');
  expect(identity?.tenant).toBeDefined();
  expect(await readValue(db, 'active')).toMatchObject({ version: 4 });
  expect(await (await db()).count('documents')).toBe(1);

  const ledger = boot(db, identity!);
  await ledger.recover();
  await expectChain(await records(db));
  const server = fakeServer();
  await handIn(
    ledger,
    server.caller(() => false),
  );
  /** Two that had ended, and the one the last power cut broke off. */
  expect([...server.stored.values()].map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect((await ledger.counts()).waiting).toBe(0);
});
