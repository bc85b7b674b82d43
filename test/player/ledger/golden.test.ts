import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { connect, readValue } from '../../../shared/device/storage.ts';
import { connectByDexie } from '../../../shared/storage/dexie.ts';
import { createLane } from '../../../shared/queue/lane.ts';
import { QUEUE_POLICY } from '../../../shared/queue/policy.ts';
import { createStore } from '../../../shared/queue/store.ts';
import { manualClock } from '../../support/clock.ts';
import { boot, expectChain, fakeServer, handIn, records } from '../ledgers.ts';

/** What a released build left in a screen's browser, as the browser keeps it: stores, keys and rows. */
interface Golden {
  name: string;
  version: number;
  stores: Record<string, [IDBValidKey, unknown][]>;
}
const GOLDEN = ['player-10.json', 'player-20.json'];
const read = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/golden', file), 'utf8')) as Golden;

/** Rows of these do not hold their key. */
const KEYLESS = ['values', 'tallies'];

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
      if (version < 20) return;
      for (const table of ['queue', 'outbox'])
        db.createObjectStore(table, { keyPath: 'seq', autoIncrement: true }).createIndex('id', 'id', {
          unique: true,
        });
      db.createObjectStore('failed_requests', { keyPath: 'no', autoIncrement: true });
      db.createObjectStore('tallies');
    };
    request.onsuccess = () => {
      const tx = request.result.transaction(Object.keys(stores), 'readwrite');
      for (const [store, rows] of Object.entries(stores))
        for (const [key, value] of rows)
          tx.objectStore(store).put(value, ...(KEYLESS.includes(store) ? [key] : []));
      tx.oncomplete = () => {
        request.result.close();
        done();
      };
    };
  });
}

beforeEach(() => void (indexedDB = new IDBFactory()));

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

it.each([
  ['the boot path', connect],
  ['Dexie', connectByDexie],
])(
  'P7 the changes that waited in a released console are read by %s, counted and sent',
  async (_who, open) => {
    const golden = read('player-20.json');
    await lay(golden);
    const owner = {
      user: '0190aaaa-0000-7000-8000-00000000aaaa',
      tenant: '0190aaaa-0000-7000-8000-00000000bbbb',
    };
    const clock = manualClock();
    const store = createStore({ db: open(golden.name), clock, policy: QUEUE_POLICY });
    expect((await store.list(owner)).map(({ id, state }) => [id.slice(-4), state])).toEqual([
      ['2001', 'waiting'],
      ['2002', 'parked'],
    ]);
    expect(await store.failed(owner)).toMatchObject([{ no: 1, reason: 'conflict', said: { status: 412 } }]);
    expect(await store.tally()).toEqual({ accepted: 3, done: 0, failed: 1, pruned: 0, dropped: 0 });
    await store.unpark(owner, 'signed_out');

    const sent: [string, unknown, string | undefined][] = [];
    const lane = createLane({
      store,
      policy: QUEUE_POLICY,
      clock,
      lock: work => work(),
      owner: () => owner,
      isOnline: () => true,
      isServerReachable: () => Promise.resolve(true),
      send(entries) {
        for (const { url, data, headers } of entries) sent.push([url.slice(-4), data, headers['if-match']]);
        return Promise.resolve(entries.map(() => ({ at: 'done' as const })));
      },
      onFault(error) {
        throw error;
      },
    });
    await lane.kick();
    expect(sent).toEqual([
      ['3001', { address: 'Rua 1' }, '"3"'],
      ['3002', { address: 'Rua 2' }, '"3"'],
    ]);
    expect([await store.list(owner), (await store.tally()).done]).toEqual([[], 2]);
  },
);
