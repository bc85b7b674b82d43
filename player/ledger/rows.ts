/** The ledger's rows on the disk. What the disk did not take is held in memory and goes down with the next write. */
import { withDeadline, type Clock } from '../../shared/clock.ts';
import {
  STRICT,
  type Connection,
  type Database,
  type LedgerHead,
  type OpenRow,
  type PlayRow,
  type Values,
} from '../../shared/device/storage.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { ignoreRejection } from '../../shared/storage/writes.ts';
import type { PlayKey } from '../engine/state.ts';

export interface Changes {
  ledger?: LedgerHead;
  position?: Values['position'];
  second_position?: Values['second_position'];
  playout?: Values['playout'];
  gone?: readonly PlayKey[];
}
interface Ports {
  db: Connection;
  clock: Pick<Clock, 'after'>;
  /** A write was refused and is held; it is tried again. */
  onHeld: (error: unknown) => void;
}

type Owner = Pick<PlayRecord, 'device_id' | 'key_id'>;
const isOf = (record: Owner, { device_id, key_id }: Owner) =>
  record.device_id === device_id && record.key_id === key_id;

const ownerOf = (row: PlayRow): Owner =>
  row.state === 'open' ? row.draft : row.state === 'ended' ? row.body : row.record;

export const keyPart = ({ epoch, seq }: PlayKey): PlayKey => ({ epoch, seq });
const keyOf = ({ epoch, seq }: PlayKey): [string, number] => [epoch, seq];
export const nameOf = ({ epoch, seq }: PlayKey) => `${epoch} ${seq}`;

/** A write takes a few ms, on a worn flash disk some hundred. */
const LIMIT_MS = 2_000;

/** One tab plays, so what was written here need not be read again: memory follows each commit. */
export function createRows({ db, clock, onHeld }: Ports) {
  const open = new Map<string, OpenRow>();
  let head: LedgerHead | null = null;
  const held = { rows: new Map<string, PlayRow>(), changes: {} as Changes };

  /** One piece of work with the database. What is late is called off: it must not write over what came after it. */
  async function ask<T>(act: (open: Database, late: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const work = async () => {
      const open = await db();
      late.signal.throwIfAborted();
      return act(open, late.signal);
    };
    try {
      return await withDeadline(clock, LIMIT_MS, 'The ledger', work());
    } catch (error) {
      late.abort(error);
      throw error;
    }
  }

  function remember(rows: readonly PlayRow[], { ledger }: Changes) {
    head = ledger ?? head;
    for (const row of rows) {
      if (row.state === 'open') open.set(nameOf(row), row);
      else open.delete(nameOf(row));
    }
  }

  /** One transaction: all that is held and all that is new, or nothing. */
  async function write(rows: readonly PlayRow[], changes: Changes = {}) {
    const { gone = [], ...values } = { ...held.changes, ...changes };
    await ask(async (open, late) => {
      const tx = open.transaction(['plays', 'values'], 'readwrite', STRICT);
      late.addEventListener('abort', () => {
        try {
          tx.abort();
        } catch {
          /** It has ended in the same moment. */
        }
      });
      for (const row of held.rows.values()) ignoreRejection(tx.objectStore('plays').put(row));
      for (const key of gone) ignoreRejection(tx.objectStore('plays').delete(keyOf(key)));
      for (const row of rows) ignoreRejection(tx.objectStore('plays').put(row));
      for (const [name, value] of Object.entries(values))
        if (value) ignoreRejection(tx.objectStore('values').put(value, name));
      await tx.done;
    });
    held.rows.clear();
    held.changes = {};
    remember(rows, changes);
  }

  return {
    write,
    /** What was seen cannot be seen again: its row is held until the disk takes it, and a power cut costs it. */
    async writeOrHold(
      rows: readonly PlayRow[],
      changes: Changes = {},
      mayHold: (error: unknown) => boolean = () => true,
    ) {
      try {
        await write(rows, changes);
      } catch (error) {
        if (!mayHold(error)) throw error;
        for (const row of rows) held.rows.set(nameOf(row), row);
        held.changes = { ...held.changes, ...changes };
        remember(rows, changes);
        onHeld(error);
      }
    },
    /** Tries what is held once more. */
    async flush() {
      if (held.rows.size > 0) await write([]).catch(onHeld);
    },
    /** Not forced to the disk: a power cut costs the last seconds of one item's length. */
    async saveProgress(row: OpenRow) {
      if (held.rows.has(nameOf(row))) held.rows.set(nameOf(row), row);
      else await ask(database => database.put('plays', row));
      open.set(nameOf(row), row);
    },
    /** A play this page has opened. */
    openRow: (key: PlayKey) => open.get(nameOf(key)),
    read: async (key: PlayKey): Promise<PlayRow | undefined> =>
      held.rows.get(nameOf(key)) ?? (await ask(database => database.get('plays', keyOf(key)))),
    /** Up to `limit` rows of an epoch in the order of their numbers, from this one on. */
    async readFrom({ epoch, seq }: PlayKey, limit: number): Promise<PlayRow[]> {
      const range = IDBKeyRange.bound([epoch, seq], [epoch, seq + limit - 1]);
      const stored = await ask(database => database.getAll('plays', range));
      const rows = new Map(stored.map(row => [row.seq, row]));
      for (const row of held.rows.values())
        if (row.epoch === epoch && row.seq >= seq && row.seq < seq + limit) rows.set(row.seq, row);
      return [...rows.values()].sort((a, b) => a.seq - b.seq);
    },
    /** Hashed records of one identity, of its oldest epoch that has any. */
    async closed(limit: number, owner: Owner, behind?: PlayKey): Promise<PlayRecord[]> {
      const { store } = (await db()).transaction('plays');
      let cursor = await store.index('state').openCursor('closed');
      if (cursor && behind && indexedDB.cmp(cursor.primaryKey, keyOf(behind)) <= 0)
        cursor = await cursor.continuePrimaryKey('closed', [behind.epoch, behind.seq + 1]);
      while (cursor) {
        const { value: first } = cursor;
        if (first.state === 'closed' && isOf(first.record, owner)) {
          const range = IDBKeyRange.bound(keyOf(first), [first.epoch, Infinity]);
          const rows = await store.getAll(range, limit);
          return rows.flatMap(row => (row.state === 'closed' ? [row.record] : []));
        }
        /** An epoch is of one identity. */
        cursor = await cursor.continuePrimaryKey('closed', [first.epoch, Infinity]);
      }
      return [];
    },
    /** Is there any row of this identity that the server has not judged yet? */
    async hasOpen(owner: Owner): Promise<boolean> {
      let cursor = await (await db()).transaction('plays').store.openCursor();
      while (cursor) {
        const row: PlayRow = cursor.value;
        const isOwn = isOf(ownerOf(row), owner);
        if (isOwn && row.state !== 'parked') return true;
        cursor = isOwn ? await cursor.continue() : await cursor.continue([row.epoch, Infinity]);
      }
      return false;
    },
    head: async () =>
      head ?? ((await ask(database => database.get('values', 'ledger'))) as LedgerHead | undefined),
  };
}
