/** A device's storage that a test may fill: every write is counted, and refused when told; its work can be waited for. */
import { unwrap } from 'idb';
import type { CopyStore } from '../../player/ledger/opfsCopies.ts';
import { connect, type Connection, type Database } from '../../shared/device/storage.ts';
import { memoryCaches } from '../shared/library/memoryCache.ts';

type Writes = 'document' | 'value' | 'asset' | 'play' | 'chunk' | 'copy';
const KINDS: Record<string, Writes> = {
  documents: 'document',
  values: 'value',
  assets: 'asset',
  plays: 'play',
};
const FULL = 'QuotaExceededError';
/** A write that fails for any other reason. */
export const BROKEN = 'UnknownError';
const turn = () => new Promise<void>(done => setImmediate(done));

export function createDisk(name: string) {
  const store = memoryCaches();
  const files = new Map<string, string>();
  const seen: Writes[] = [];
  let under = 0;
  let writes = 0;
  let refuses: (n: number, kind: Writes) => boolean = () => false;
  let refusal = FULL;
  let calls = 0;
  let isLost: (n: number) => boolean = () => false;
  /** A call that is lost gets no answer, ever. */
  const answered = () => (isLost(++calls) ? new Promise<never>(() => {}) : Promise.resolve());
  const isRefused = (kind: Writes) => refuses(seen.push(kind), kind);

  function watch(db: Database) {
    const raw = unwrap(db);
    const begin = raw.transaction.bind(raw);
    raw.transaction = (names, mode, options) => {
      const tx = begin(names, mode, options);
      under++;
      let isOver = false;
      const over = () => {
        if (!isOver) under--;
        isOver = true;
      };
      tx.addEventListener('complete', over);
      tx.addEventListener('abort', over);
      if (mode !== 'readwrite') return tx;
      writes++;
      const find = tx.objectStore.bind(tx);
      tx.objectStore = table => {
        const found = find(table);
        const put = found.put.bind(found);
        found.put = (value, key) => {
          const request = key === undefined ? put(value) : put(value, key);
          /** As a browser does: the request stands, the transaction fails. */
          if (isRefused(KINDS[table] ?? 'value'))
            queueMicrotask(() => {
              if (!isOver) (tx as unknown as { _abort: (error: string) => void })._abort(refusal);
              over();
            });
          return request;
        };
        return found;
      };
      return tx;
    };
  }

  const open = connect(name);
  let watched: Database | null = null;
  const db: Connection = async () => {
    await answered();
    const opened = await open();
    if (watched !== opened) watch((watched = opened));
    return opened;
  };
  const caches = {
    ...store.caches,
    async open(cacheName: string) {
      await answered();
      const cache = await store.caches.open(cacheName);
      return {
        ...cache,
        async match(key: RequestInfo) {
          await answered();
          return cache.match(key);
        },
        async put(key: RequestInfo, response: Response) {
          if (isRefused('chunk')) throw new DOMException('full', refusal);
          await cache.put(key, response);
        },
      };
    },
  };
  const copies: CopyStore = {
    write: (file, text) =>
      isRefused('copy')
        ? Promise.reject(new DOMException('full', refusal))
        : Promise.resolve(void files.set(file, text)),
    read: file => Promise.resolve(files.get(file) ?? null),
    remove: file => Promise.resolve(void files.delete(file)),
    names: () => Promise.resolve([...files.keys()]),
  };

  return {
    db,
    caches,
    copies,
    store,
    /** Calls of database and caches so far. */
    calls: () => calls,
    lose: (which: typeof isLost) => void (isLost = which),
    /** Write transactions so far. */
    transactions: () => writes,
    /** Kinds of the writes so far. */
    seen,
    refuse(which: typeof refuses, error = FULL) {
      refuses = which;
      refusal = error;
    },
    /** Work of others that `settled` waits for, too. */
    during<T>(work: Promise<T>): Promise<T> {
      under++;
      return work.finally(() => void under--);
    },
    /** Nothing is under way any more. */
    async settled() {
      for (let quiet = 0; quiet < 3; quiet = under === 0 ? quiet + 1 : 0) await turn();
    },
  };
}
export type Disk = ReturnType<typeof createDisk>;
