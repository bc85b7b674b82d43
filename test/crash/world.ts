/** One browser over many lives: its disk, its locks and its time outlast the processes that die in it. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB, unwrap } from 'idb';
import type { Clock } from '../../shared/clock.ts';
import { connect, type Connection, type Database } from '../../shared/device/storage.ts';
import { DATABASE_NAME } from '../../shared/storage/schema.ts';
import { manualClock } from '../support/clock.ts';

/** A process: after its death nothing it began goes on, and nothing it waits for comes. */
export interface Life {
  dead: boolean;
  open: Set<IDBTransaction>;
  db: Database | null;
}
interface Waiting {
  life: Life;
  run: () => Promise<void>;
}

export const tick = () => new Promise<void>(done => setImmediate(done));
const never = () => new Promise<never>(() => undefined);
const CHANGING = ['queue', 'outbox'] as const;

/** `settled`: until a real server has done what it was asked; the world's time stands meanwhile, so that nothing is late by it. */
export function createWorld(settled?: () => Promise<void>) {
  globalThis.indexedDB = new IDBFactory();
  const locks = new Map<string, Waiting[]>();
  async function pass() {
    if (settled) await settled();
    await tick();
  }
  const time = manualClock(Date.UTC(2026, 10, 20, 8), pass);
  /** Rows added since something was last forced to the disk: a power cut takes them. */
  let unforced = 0;
  let fullIn = Infinity;

  function watch(life: Life, db: Database): Database {
    const raw = unwrap(db);
    const begin = raw.transaction.bind(raw);
    raw.transaction = (names, mode, options) => {
      const tx = begin(names, mode, options);
      if (mode !== 'readwrite') return tx;
      let added = 0;
      const find = tx.objectStore.bind(tx);
      tx.objectStore = name => {
        const store = find(name);
        const add = store.add.bind(store);
        store.add = (value, key) => {
          if ((fullIn -= 1) === 0) {
            tx.abort();
            throw new DOMException('The disk is full', 'QuotaExceededError');
          }
          added += 1;
          return key === undefined ? add(value) : add(value, key);
        };
        return store;
      };
      life.open.add(tx);
      tx.addEventListener('abort', () => life.open.delete(tx));
      tx.addEventListener('complete', () => {
        life.open.delete(tx);
        unforced = options?.durability === 'strict' ? 0 : unforced + added;
      });
      return tx;
    };
    return db;
  }

  function connectionOf(life: Life): Connection {
    const open = connect();
    let watched: Database | null = null;
    return async () => {
      if (life.dead) return never();
      const db = await open();
      if (life.dead) {
        db.close();
        return never();
      }
      if (watched !== db) watched = watch(life, db);
      return (life.db = db);
    };
  }

  function grant(name: string) {
    const first = locks.get(name)?.[0];
    if (!first) return;
    void first.run().finally(() => {
      const waiting = locks.get(name) ?? [];
      if (waiting[0] !== first) return;
      waiting.shift();
      grant(name);
    });
  }
  function lockOf(life: Life, name: string) {
    return async (work: () => Promise<void>): Promise<void> => {
      if (life.dead) return never();
      return new Promise<void>((done, failed) => {
        const waiting = locks.get(name) ?? [];
        locks.set(name, waiting);
        waiting.push({ life, run: () => work().then(done, failed) });
        if (waiting.length === 1) grant(name);
      });
    };
  }

  return {
    born: (): Life => ({ dead: false, open: new Set(), db: null }),
    connectionOf,
    lockOf,
    pass,
    now: () => time.now(),
    jump: (ms: number) => time.jump(ms),
    advance: (ms: number) => time.advance(ms),
    /** The disk is full at the n-th row added from now. */
    fullAt: (n: number) => void (fullIn = n),
    clockOf: (life: Life): Clock => ({
      now: () => time.now(),
      mono: () => time.mono(),
      after: (ms, fn) => time.after(ms, () => life.dead || fn()),
    }),
    /** SIGKILL: what was not committed is undone, its locks are free. With the power, what was not forced is gone. */
    async kill(life: Life, power: boolean) {
      life.dead = true;
      for (const tx of life.open)
        try {
          tx.abort();
        } catch {
          /* It was over. */
        }
      for (const [name, waiting] of locks) {
        const held = waiting[0]?.life === life;
        locks.set(
          name,
          waiting.filter(one => one.life !== life),
        );
        if (held) grant(name);
      }
      await tick();
      life.db?.close();
      if (!power || unforced === 0) return;
      const db = await openDB(DATABASE_NAME);
      for (const table of CHANGING)
        for (const key of (await db.getAllKeys(table)).slice(-unforced)) await db.delete(table, key);
      db.close();
      unforced = 0;
    },
  };
}
export type World = ReturnType<typeof createWorld>;
