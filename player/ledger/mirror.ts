/**
 * A second copy of each play the server has not acknowledged, beside a mark of birth: a damaged IndexedDB comes
 * back empty and says nothing of it, and only what lies elsewhere can tell.
 */
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';
import type { CopyStore } from './opfsCopies.ts';
import type { PlayKey } from '../engine/state.ts';

const BIRTH = 'birth';
const PLAY = 'play-';
const nameOf = ({ epoch, seq }: PlayKey) => `${PLAY}${epoch}-${seq}`;

export interface MirrorPorts {
  db: Connection;
  copies: CopyStore;
  newId: () => string;
  onFault: (error: unknown) => void;
}
/** first: nothing was here before; lost: the database was, and is another now. */
export type DatabaseOrigin = 'first' | 'same' | 'lost';

export function createMirror({ db, copies, newId, onFault }: MirrorPorts) {
  /** One after the other, and nobody waits: the ledger itself is on the disk already. */
  let lastTurn: Promise<unknown> = Promise.resolve();
  const enqueue = (act: () => Promise<void>) => void (lastTurn = lastTurn.then(act).catch(onFault));

  async function readRecord(name: string): Promise<PlayRecord | null> {
    try {
      return JSON.parse((await copies.read(name)) ?? 'null') as PlayRecord | null;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return null;
    }
  }

  const keep = (record: PlayRecord) => enqueue(() => copies.write(nameOf(record), JSON.stringify(record)));

  return {
    keep,
    /** The copy of this play; null where there is none that can be read. */
    find: (key: PlayKey): Promise<PlayRecord | null> =>
      readRecord(nameOf(key)).catch((error: unknown) => {
        onFault(error);
        return null;
      }),
    drop: (keys: readonly PlayKey[]) =>
      enqueue(async () => {
        for (const key of keys) await copies.remove(nameOf(key));
      }),

    /** Asked once at each start; what it finds wanting it writes. */
    async checkBirthMark(): Promise<DatabaseOrigin> {
      const [inside, outside] = await Promise.all([readValue(db, 'birth'), copies.read(BIRTH)]);
      if (inside !== null && inside === outside) return 'same';
      const id = inside ?? newId();
      if (inside === null) await writeValues(db, { birth: id });
      await copies.write(BIRTH, id);
      return inside === null && outside !== null ? 'lost' : 'first';
    },

    /** Copies of records the database knows nothing of, oldest first. */
    async orphans(): Promise<PlayRecord[]> {
      /** In this order: a copy comes after its row, and goes after it. */
      const names = await copies.names();
      const keys = await (await db()).getAllKeys('plays');
      await lastTurn;
      const known = new Set(keys.map(([epoch, seq]) => nameOf({ epoch, seq })));
      const found: PlayRecord[] = [];
      for (const name of names.filter(one => one.startsWith(PLAY) && !known.has(one))) {
        const record = await readRecord(name);
        if (record) found.push(record);
        else await copies.remove(name);
      }
      return found.sort((a, b) => (a.epoch === b.epoch ? a.seq - b.seq : a.epoch < b.epoch ? -1 : 1));
    },
    /** Copies all that waits, where no copy is known of. */
    async copyAll(): Promise<void> {
      for (const row of await (await db()).getAllFromIndex('plays', 'state', 'closed'))
        if (row.state === 'closed') keep(row.record);
      await lastTurn;
    },
  };
}
export type Mirror = ReturnType<typeof createMirror>;
