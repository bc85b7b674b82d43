/** The four ways a write can wait, as each is meant to be used. Runs in the service worker. */
import { Dexie } from 'dexie';
import { openDB } from 'idb';
import { Queue } from 'workbox-background-sync';
import { systemClock } from '../../../shared/clock.ts';
import { connect } from '../../../shared/device/storage.ts';
import type { Draft, Entry, Owner } from '../../../shared/queue/entry.ts';
import { createLane } from '../../../shared/queue/lane.ts';
import { QUEUE_POLICY, type Outcome } from '../../../shared/queue/policy.ts';
import { createSend, outcomeOf } from '../../../shared/queue/send.ts';
import { createStore } from '../../../shared/queue/store.ts';
import { writeOf, type SideName, type Write } from './say.ts';

interface Side {
  add: (n: number) => Promise<unknown>;
  count: () => Promise<number>;
  clear: () => Promise<unknown>;
  replay: () => Promise<unknown>;
  batched?: () => Promise<unknown>;
}
const JSON_HEADERS = { 'content-type': 'application/json' };
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(url, { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) });

const OWNER: Owner = { user: 'u1', tenant: 't1' };
const draftOf = (n: number): Draft => {
  const { id, ...data } = writeOf(n);
  return {
    id,
    method: 'POST',
    url: '/write',
    data: { id, ...data },
    headers: JSON_HEADERS,
    timestamp: systemClock.now(),
    retryCount: 0,
    maxRetries: 3,
    priority: 5,
    metadata: { type: 'devices.create', description: data.name },
    owner: OWNER,
  };
};

function ours(): Side {
  const db = connect();
  const store = createStore({ db, clock: systemClock, policy: QUEUE_POLICY });
  const one = createSend({
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    credentials: () => Promise.resolve({ token: 't', headers: { authorization: 'Bearer t' } }),
    renew: () => Promise.resolve('unreachable'),
  });
  async function many(entries: readonly Entry[]): Promise<Outcome[]> {
    const answer = await fetch(post('/batch', { entries: entries.map(({ data }) => data) }));
    const { done } = (await answer.json()) as { done: string[] };
    const named = new Set(done);
    return Promise.all(
      entries.map(({ id }) =>
        outcomeOf(new Response('{}', named.has(id) ? { headers: { 'idempotency-key': id } } : {}), id),
      ),
    );
  }
  const lane = (isBatched: boolean) =>
    createLane({
      store,
      policy: QUEUE_POLICY,
      clock: systemClock,
      lock: async work => void (await navigator.locks.request('bench', work)),
      owner: () => OWNER,
      isOnline: () => true,
      isServerReachable: () => Promise.resolve(true),
      send: entries => (isBatched ? many(entries) : Promise.all(entries.map(one))),
      ...(isBatched ? { batchKeyOf: ({ url }: Entry) => url } : {}),
      onFault: error => console.error(error),
    });
  const [single, batched] = [lane(false), lane(true)];
  return {
    add: n => store.add(draftOf(n)),
    count: async () => (await db()).count('queue'),
    clear: async () => {
      const names = ['queue', 'failed_requests', 'tallies'] as const;
      const tx = (await db()).transaction(names, 'readwrite');
      await Promise.all([...names.map(name => tx.objectStore(name).clear()), tx.done]);
    },
    replay: () => single.kick(),
    batched: () => batched.kick(),
  };
}

/** Its own event would replay while we measure; we say when. */
function workbox(name: string, forceSyncFallback: boolean): Side {
  const queue = new Queue(name, { onSync: () => undefined, forceSyncFallback });
  return {
    add: n => queue.pushRequest({ request: post('/write', writeOf(n)) }),
    count: () => queue.size(),
    clear: async () => {
      const db = await openDB('workbox-background-sync');
      if (db.objectStoreNames.contains('requests')) await db.clear('requests');
      db.close();
    },
    replay: () => queue.replayRequests().catch((error: unknown) => console.error(error)),
  };
}

interface Row {
  seq?: number;
  write: Write;
}
/** What one writes by hand: in order, gone after any good answer. */
async function byHand(rows: Row[], remove: (seq: number) => Promise<unknown>) {
  for (const { seq, write } of rows) {
    const answer = await fetch(post('/write', write, { 'idempotency-key': write.id }));
    if (!answer.ok) return;
    await remove(seq!);
  }
}

function dexie(): Side {
  const db = new Dexie('bench-dexie');
  db.version(1).stores({ rows: '++seq' });
  const rows = db.table<Row, number>('rows');
  return {
    add: n => rows.add({ write: writeOf(n) }),
    count: () => rows.count(),
    clear: () => rows.clear(),
    replay: async () => byHand(await rows.toArray(), seq => rows.delete(seq)),
  };
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('refused'));
  });
function indexeddb(): Side {
  const opening = indexedDB.open('bench-raw', 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('rows', { keyPath: 'seq', autoIncrement: true });
  const opened = settled(opening);
  async function change<T>(act: (rows: IDBObjectStore) => IDBRequest<T>): Promise<void> {
    const tx = (await opened).transaction('rows', 'readwrite', { durability: 'strict' });
    act(tx.objectStore('rows'));
    await new Promise<void>((done, failed) => {
      tx.oncomplete = () => done();
      tx.onabort = () => failed(tx.error ?? new Error('aborted'));
    });
  }
  const read = async () => (await opened).transaction('rows').objectStore('rows');
  return {
    add: n => change(rows => rows.add({ write: writeOf(n) })),
    count: async () => settled((await read()).count()),
    clear: () => change(rows => rows.clear()),
    replay: async () =>
      byHand((await settled((await read()).getAll())) as Row[], seq => change(rows => rows.delete(seq))),
  };
}

export const sides: Record<SideName, Side> = {
  ours: ours(),
  workbox: workbox('bench', false),
  'workbox without sync': workbox('bench-without', true),
  dexie: dexie(),
  indexeddb: indexeddb(),
};
