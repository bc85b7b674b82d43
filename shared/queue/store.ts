/** The queue in IndexedDB. Each change is one strictly durable transaction that also updates the tally. */
import { unwrap } from 'idb';
import { STRICT, type Connection } from '../device/storage.ts';
import type { Clock } from '../clock.ts';
import { isQuotaExceeded, ignoreRejection } from '../storage/writes.ts';
import {
  NO_TALLY,
  sameOwner,
  type Draft,
  type Entry,
  type FailedEntry,
  type Owner,
  type FailureReason,
  type ServerMessage,
  type Tally,
} from './entry.ts';
import { createFailures, trim } from './failures.ts';
import { groupCommit } from './groupCommit.ts';
import { rebaseVersions } from './order.ts';
import { createPause } from './pause.ts';
import { admit, failedOf, olderHalf, type Change, type Policy } from './policy.ts';

export interface StorePorts {
  db: Connection;
  clock: Pick<Clock, 'now'>;
  policy: Policy;
  /** Called when the disk is full: deletes what can be fetched again. False: there is nothing to delete. */
  makeRoom?: () => Promise<boolean>;
  /** Called after each change. */
  onChange?: () => void;
}
interface Addition {
  draft: Draft;
  /** Key of the failed entry that is retried. */
  from?: number;
}

/** Aborts the transaction unless it has ended already. */
function abortIfOpen(tx: IDBTransaction) {
  try {
    tx.abort();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
  }
}
/** The number of stored entries follows from the tally (see `Tally`), so the rows need not be counted. */
const storedCount = ({ accepted, done, failed, pruned, dropped }: Tally) =>
  accepted - done - failed - pruned - dropped;

export function createStore({ db, clock, policy, makeRoom, onChange }: StorePorts) {
  const { table } = policy;

  async function begin() {
    const tx = (await db()).transaction([table, 'failed_requests', 'tallies', 'values'], 'readwrite', STRICT);
    ignoreRejection(tx.done);
    const [entries, failed, tallies] = [
      tx.objectStore(table),
      tx.objectStore('failed_requests'),
      tx.objectStore('tallies'),
    ];
    const tallyDelta = { ...NO_TALLY };
    async function fail(draft: Draft, reason: FailureReason, said: ServerMessage) {
      await failed.add(failedOf(draft, reason, said, clock.now()) as FailedEntry);
      await trim({ failed, values: tx.objectStore('values') });
    }
    async function prune(entry: Draft & { seq?: number }) {
      if (entry.seq !== undefined) ignoreRejection(entries.delete(entry.seq));
      tallyDelta.pruned += 1;
      await fail(entry, 'pruned', {});
    }
    async function end() {
      const before = (await tallies.get(table)) ?? NO_TALLY;
      const keys = Object.keys(NO_TALLY) as (keyof Tally)[];
      if (keys.some(key => tallyDelta[key] !== 0))
        ignoreRejection(
          tallies.put(
            Object.fromEntries(keys.map(key => [key, before[key] + tallyDelta[key]])) as unknown as Tally,
            table,
          ),
        );
      await tx.done;
      onChange?.();
    }
    /** A failed transaction is rolled back completely. */
    const transact = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        const result = await work();
        await end();
        return result;
      } catch (error) {
        const cause = tx.error ?? error;
        abortIfOpen(unwrap(tx));
        await tx.done.catch(() => undefined);
        throw cause;
      }
    };
    return { entries, failed, counted: tallyDelta, fail, prune, within: transact };
  }

  /** The fast path of most additions, on the native handle without promises. Null: the table would overflow. */
  async function append(drafts: readonly Draft[]): Promise<number[] | null> {
    const tx = unwrap(await db()).transaction([table, 'tallies'], 'readwrite', STRICT);
    const seqs = await new Promise<number[] | null>((done, failed) => {
      let why: Error | null = null;
      let wouldOverflow = false;
      let rows: IDBRequest<IDBValidKey>[] = [];
      tx.oncomplete = () => done(rows.map(({ result }) => result as number));
      tx.onabort = () => (wouldOverflow ? done(null) : failed(why ?? tx.error ?? new Error('aborted')));
      try {
        const tallies = tx.objectStore('tallies');
        const request = tallies.get(table) as IDBRequest<Tally | undefined>;
        request.onsuccess = () => {
          const before = request.result ?? NO_TALLY;
          wouldOverflow = policy.capacity !== null && storedCount(before) + drafts.length > policy.capacity;
          if (wouldOverflow) return tx.abort();
          tallies.put({ ...before, accepted: before.accepted + drafts.length }, table);
          tx.commit();
        };
        const entries = tx.objectStore(table);
        rows = drafts.map(draft => entries.add({ ...draft, state: 'waiting' }));
      } catch (error) {
        why = error as Error;
        abortIfOpen(tx);
      }
    });
    if (seqs) onChange?.();
    return seqs;
  }

  async function addAndPrune(adding: readonly Addition[], isHalved: boolean): Promise<number[]> {
    const { entries, failed, counted, prune, within } = await begin();
    return within(async () => {
      const count = await entries.count();
      const mayOverflow = policy.capacity !== null && count + adding.length > policy.capacity;
      let present = mayOverflow || isHalved ? await entries.getAll() : [];
      if (isHalved) {
        const half = olderHalf(present);
        for (const entry of half) await prune(entry);
        present = present.slice(half.length);
      }
      const { pruned, kept } = admit(
        present,
        adding.map(({ draft }) => draft),
        policy,
      );
      for (const entry of pruned) await prune(entry);
      for (const { from } of adding) if (from !== undefined) ignoreRejection(failed.delete(from));
      counted.accepted += adding.length;
      const seqs = new Map<Draft, number>();
      await Promise.all(
        kept.map(async draft => {
          seqs.set(draft, await entries.add({ ...draft, state: 'waiting' } as Entry));
        }),
      );
      return adding.map(({ draft }) => seqs.get(draft) ?? 0);
    });
  }

  const add = groupCommit<Addition, number>(async adding => {
    try {
      const isPlain = adding.every(({ from }) => from === undefined);
      return (
        (isPlain ? await append(adding.map(({ draft }) => draft)) : null) ??
        (await addAndPrune(adding, false))
      );
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      if (policy.capacity === null && !(await makeRoom?.())) throw error;
      return addAndPrune(adding, policy.capacity !== null);
    }
  });

  /** Most changes are `done` without a version. They rebase nothing, so only the existence of the row is checked. */
  const isPlain = (change: Change) => change.to === 'done' && change.version === undefined;

  const settle = groupCommit<Change, void>(async changes => {
    const { entries, counted, fail, within } = await begin();
    async function end(row: Entry, change: Change, rows: Map<number, Entry>) {
      if (change.to === 'again' || change.to === 'parked') {
        const { seq: _seq, to, ...facts } = change;
        const onChange = { ...row, ...facts, ...(to === 'parked' ? { state: to } : {}) };
        rows.set(row.seq, onChange);
        return ignoreRejection(entries.put(onChange));
      }
      rows.delete(row.seq);
      ignoreRejection(entries.delete(row.seq));
      if (change.to === 'failed') {
        counted.failed += 1;
        return fail(row, change.reason, change.said);
      }
      counted.done += 1;
      const { version } = change;
      if (version === undefined) return;
      for (const next of rebaseVersions(row, version, await entries.getAll())) {
        if (rows.has(next.seq)) rows.set(next.seq, next);
        ignoreRejection(entries.put(next));
      }
    }
    return within(async () => {
      if (changes.every(isPlain)) {
        const lying = await Promise.all(changes.map(async ({ seq }) => entries.getKey(seq)));
        for (const seq of new Set(lying)) {
          if (seq === undefined) continue;
          ignoreRejection(entries.delete(seq));
          counted.done += 1;
        }
        return changes.map(() => undefined);
      }
      const rows = new Map<number, Entry>();
      for (const row of await Promise.all(changes.map(async ({ seq }) => entries.get(seq))))
        if (row) rows.set(row.seq, row);
      for (const change of changes) {
        const row = rows.get(change.seq);
        if (row) await end(row, change, rows);
      }
      return changes.map(() => undefined);
    });
  });

  const failures = createFailures(db, onChange);
  const ownedBy = (owner: Owner) => (entry: { owner: Owner }) => sameOwner(entry.owner, owner);
  const isOfUser =
    (user: string) =>
    ({ owner }: { owner: Owner }) =>
      'user' in owner && owner.user === user;

  return {
    ...createPause({ db, clock, table }),
    ...failures,
    /** Returns the seq; 0: the table was so full that the entry was pruned at once. Durable when it resolves. */
    add: (draft: Draft, from?: number): Promise<number> =>
      add({ draft, ...(from === undefined ? {} : { from }) }),
    settle: (change: Change): Promise<void> => settle(change),
    /** In order of acceptance, including parked entries. */
    async list(owner: Owner): Promise<Entry[]> {
      return (await (await db()).getAll(table)).filter(ownedBy(owner));
    },
    async tally(): Promise<Tally> {
      return (await (await db()).get('tallies', table)) ?? NO_TALLY;
    },
    /** Entries parked for this reason wait again. */
    async unpark(owner: Owner, reason: FailureReason): Promise<void> {
      const { entries, within } = await begin();
      await within(async () => {
        for (const entry of await entries.getAll())
          if (entry.reason === reason && sameOwner(entry.owner, owner)) {
            const { reason: _reason, ...waiting } = entry;
            ignoreRejection(entries.put({ ...waiting, state: 'waiting' }));
          }
      });
    },
    /** The user lets an entry that is parked wait again, as if it had been made now. */
    async retry(seq: number): Promise<void> {
      const { entries, within } = await begin();
      await within(async () => {
        const entry = await entries.get(seq);
        if (entry?.state !== 'parked') return;
        const { reason: _reason, ...waiting } = entry;
        ignoreRejection(entries.put({ ...waiting, state: 'waiting', timestamp: clock.now() }));
      });
    },
    /** The user withdraws an entry. False: it is not stored any more. */
    async withdraw(seq: number): Promise<boolean> {
      const { entries, counted, within } = await begin();
      return within(async () => {
        if ((await entries.getKey(seq)) === undefined) return false;
        ignoreRejection(entries.delete(seq));
        counted.dropped += 1;
        return true;
      });
    },
    /** Number of waiting and failed entries of this user, in all tenants. */
    async count(user: string): Promise<number> {
      const disk = await db();
      const all = [await disk.getAll(table), await disk.getAll('failed_requests')].flat();
      return all.filter(isOfUser(user)).length;
    },
    /** On sign-out: deletes everything of this user. */
    async wipe(user: string): Promise<void> {
      const { entries, failed, counted, within } = await begin();
      await within(async () => {
        for (const entry of (await entries.getAll()).filter(isOfUser(user))) {
          ignoreRejection(entries.delete(entry.seq));
          counted.dropped += 1;
        }
        for (const entry of (await failed.getAll()).filter(isOfUser(user)))
          ignoreRejection(failed.delete(entry.no));
      });
      await failures.forgetUnlisted(user);
    },
  };
}
export type Store = ReturnType<typeof createStore>;
