/** The list of what failed: the newest fifty, a count of those that no longer fit, and which were reported. */
import { QUEUE } from '../constants.ts';
import { readValue, writeValues, type Connection, type Values } from '../device/storage.ts';
import { ignoreRejection } from '../storage/writes.ts';
import { sameOwner, type FailedEntry, type Owner } from './entry.ts';

type Unlisted = Values['unlisted'];

function add(unlisted: Unlisted, owner: Owner): Unlisted {
  const before = unlisted.find(one => sameOwner(one.owner, owner));
  const others = unlisted.filter(one => one !== before);
  return [...others, { owner, count: (before?.count ?? 0) + 1 }];
}

/** Those two of a transaction. */
interface Stores {
  failed: {
    count: () => Promise<number>;
    getAll: (query: null, count: number) => Promise<FailedEntry[]>;
    delete: (no: number) => Promise<void>;
  };
  values: {
    get: (key: 'unlisted') => Promise<unknown>;
    put: (value: Unlisted, key: 'unlisted') => Promise<unknown>;
  };
}
/** Takes the oldest off a list that is too long; whose they were is counted in the same transaction. */
export async function trim({ failed, values }: Stores): Promise<void> {
  const surplus = (await failed.count()) - QUEUE.failedKept;
  if (surplus <= 0) return;
  const gone = await failed.getAll(null, surplus);
  const before = ((await values.get('unlisted')) as Unlisted | undefined) ?? [];
  for (const { no } of gone) ignoreRejection(failed.delete(no));
  const after = gone.reduce((counted, { owner }) => add(counted, owner), before);
  ignoreRejection(values.put(after, 'unlisted'));
}

export function createFailures(db: Connection, onChange?: () => void) {
  async function forget(isGone: (owner: Owner) => boolean): Promise<void> {
    const unlisted = (await readValue(db, 'unlisted')) ?? [];
    const kept = unlisted.filter(({ owner }) => !isGone(owner));
    if (kept.length < unlisted.length) await writeValues(db, { unlisted: kept });
  }
  return {
    async failed(owner: Owner): Promise<FailedEntry[]> {
      return (await (await db()).getAll('failed_requests')).filter(entry => sameOwner(entry.owner, owner));
    },
    async deleteFailed(no: number): Promise<void> {
      await (await db()).delete('failed_requests', no);
      onChange?.();
    },
    /** How many of his failed entries no longer fit into the list. */
    async unlisted(owner: Owner): Promise<number> {
      const all = (await readValue(db, 'unlisted')) ?? [];
      return all.find(one => sameOwner(one.owner, owner))?.count ?? 0;
    },
    async clearUnlisted(owner: Owner): Promise<void> {
      await forget(one => sameOwner(one, owner));
      onChange?.();
    },
    forgetUnlisted: (user: string) => forget(owner => 'user' in owner && owner.user === user),
    /** Of this owner those that no page has reported yet; each is given to one page, once. */
    async takeUnreported(owner: Owner): Promise<FailedEntry[]> {
      const tx = (await db()).transaction(['failed_requests', 'values'], 'readwrite');
      ignoreRejection(tx.done);
      const values = tx.objectStore('values');
      const last = ((await values.get('reported_failure')) as number | undefined) ?? 0;
      const rows = await tx.objectStore('failed_requests').getAll(IDBKeyRange.lowerBound(last, true));
      const newest = rows.at(-1)?.no;
      if (newest !== undefined) ignoreRejection(values.put(newest, 'reported_failure'));
      await tx.done;
      return rows.filter(entry => sameOwner(entry.owner, owner));
    },
  };
}
