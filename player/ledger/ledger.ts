/** The play ledger: a row before the first frame, a mark with it, a heartbeat, an end; numbered and chained. */
import { FIRST_PREV_HASH } from '../../shared/contract/proof/chain.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { isQuotaExceeded, ignoreRejection } from '../../shared/storage/writes.ts';
import {
  readValue,
  STRICT,
  type Chain,
  type Connection,
  type Identity,
  type LedgerHead,
  type OpenRow,
  type UnsealedRecord,
  type PlayDraft,
  type PlayRow,
  type PlayProgress,
  type Values,
} from '../../shared/device/storage.ts';
import type { Mirror } from './mirror.ts';
import { bodyAfterBoot, bodyOf, seal, type PlayEnd } from './record.ts';
import type { PlayKey } from '../engine/state.ts';
import type { SettledRecords } from './verdicts.ts';

export type PlayOpening = Omit<PlayDraft, 'play_id' | 'device_id' | 'key_id' | 'epoch' | 'seq' | 'boot_id'>;
export type PlayStart = Pick<PlayDraft, 'started_mono_ms' | 'started_wall_ms' | 'clock'>;
export interface LedgerPorts {
  db: Connection;
  identity: Pick<Identity, 'device_id' | 'key_id'>;
  boot_id: string;
  newId: () => string;
  /** Where a second copy of what is not acknowledged lies. */
  mirror?: Pick<Mirror, 'keep' | 'drop'>;
  /** The disk is full: what may go should. */
  onStorageFull?: () => void;
}
interface Changes {
  ledger?: LedgerHead;
  position?: Values['position'];
  gone?: readonly PlayKey[];
}

const NEW_CHAIN: Chain = { next: 1, sealed: 0, hash: FIRST_PREV_HASH };
const keyOf = ({ epoch, seq }: PlayKey): [string, number] => [epoch, seq];
const nameOf = ({ epoch, seq }: PlayKey) => `${epoch} ${seq}`;

/** One tab plays, so what this ledger has written it need not read again: memory follows each commit. */
export function createLedger(ports: LedgerPorts) {
  const { db, identity, mirror } = ports;
  const open = new Map<string, OpenRow>();
  let known: LedgerHead | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  /** One change after another: numbers and hashes depend on their order. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.then(act, act);
    turn = done.catch(() => null);
    return done;
  };

  /** What a full disk has refused so far: it goes down with the next write that is taken, all of it or nothing. */
  const unwritten = { rows: new Map<string, PlayRow>(), changes: {} as Changes };

  /** What plays is written when there is room again: until then a power cut costs it, and playing goes on. */
  async function writeOrHold(rows: readonly PlayRow[], changes: Changes = {}) {
    try {
      await write(rows, changes);
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      for (const row of rows) unwritten.rows.set(nameOf(row), row);
      unwritten.changes = { ...unwritten.changes, ...changes };
      remember(rows, changes);
      ports.onStorageFull?.();
    }
  }

  async function write(fresh: readonly PlayRow[], changes: Changes = {}) {
    const rows = [...unwritten.rows.values(), ...fresh];
    const { ledger, position, gone = [] } = { ...unwritten.changes, ...changes };
    const tx = (await db()).transaction(['plays', 'values'], 'readwrite', STRICT);
    for (const key of gone) ignoreRejection(tx.objectStore('plays').delete(keyOf(key)));
    for (const row of rows) ignoreRejection(tx.objectStore('plays').put(row));
    if (ledger) ignoreRejection(tx.objectStore('values').put(ledger, 'ledger'));
    if (position) ignoreRejection(tx.objectStore('values').put(position, 'position'));
    await tx.done;
    unwritten.rows.clear();
    unwritten.changes = {};
    remember(fresh, changes);
  }
  function remember(rows: readonly PlayRow[], { ledger }: Changes) {
    known = ledger ?? known;
    for (const row of rows) {
      if (row.state === 'open') open.set(nameOf(row), row);
      else open.delete(nameOf(row));
    }
  }

  /** First start, storage loss and re-pairing each begin an epoch; the chains of earlier ones are finished. */
  async function currentHead(): Promise<LedgerHead> {
    const kept = known ?? (await readValue(db, 'ledger'));
    const isOurs = kept?.device_id === identity.device_id && kept.key_id === identity.key_id;
    return isOurs ? kept : newEpoch(kept?.chains ?? {});
  }
  function newEpoch(chains: LedgerHead['chains']): LedgerHead {
    const unfinished = Object.entries(chains).filter(([, chain]) => chain.sealed < chain.next - 1);
    const epoch = ports.newId();
    const { device_id, key_id } = identity;
    return { epoch, device_id, key_id, chains: { ...Object.fromEntries(unfinished), [epoch]: NEW_CHAIN } };
  }

  /** Hashes what has ended and whose forerunners are hashed; `body` is what ends now, if anything does. */
  async function sealFrom(key: PlayKey, body: UnsealedRecord | null): Promise<void> {
    const head = await currentHead();
    const chain = head.chains[key.epoch];
    if (!chain || chain.sealed + 1 !== key.seq) {
      if (body) await writeOrHold([{ ...keyPart(key), state: 'ended', body }]);
      return;
    }
    const record = body && (await seal(body, chain.hash));
    if (!record) return;
    const sealed = { ...chain, sealed: key.seq, hash: record.record_hash };
    const ledger = { ...head, chains: { ...head.chains, [key.epoch]: sealed } };
    await writeOrHold([{ ...keyPart(key), state: 'closed', record }], { ledger });
    mirror?.keep(record);
    if (sealed.next > key.seq + 1 && !open.has(nameOf({ ...key, seq: key.seq + 1 })))
      await sealEnded(key.epoch, key.seq + 1);
  }

  async function sealEnded(epoch: string, seq: number): Promise<void> {
    const row = unwritten.rows.get(nameOf({ epoch, seq })) ?? (await (await db()).get('plays', [epoch, seq]));
    if (row?.state === 'ended') await sealFrom(row, row.body);
  }

  /** Read in the turn it is ended in: another recovery may have been first. */
  async function endLeftOpen(key: PlayKey): Promise<void> {
    const row = unwritten.rows.get(nameOf(key)) ?? (await (await db()).get('plays', keyOf(key)));
    if (row?.state === 'open') await sealFrom(key, bodyAfterBoot(row));
  }

  /** The next numbers of this ledger for records that had others, in another one or in a fork of it. */
  function renumber(head: LedgerHead, records: readonly PlayRecord[]) {
    const { epoch, device_id, key_id } = head;
    const chain = head.chains[epoch] ?? NEW_CHAIN;
    const rows = records.map((record, i): PlayRow => {
      const key = { epoch, seq: chain.next + i };
      return {
        ...key,
        state: 'ended',
        body: { ...unsealed(record), ...key, device_id, key_id, previous_key: keyPart(record) },
      };
    });
    const next = chain.next + records.length;
    return { head: { ...head, chains: { ...head.chains, [epoch]: { ...chain, next } } }, rows };
  }
  async function sealOn({ epoch, chains }: LedgerHead, hasNew: boolean) {
    const chain = chains[epoch];
    if (hasNew && chain) await sealEnded(epoch, chain.sealed + 1);
  }

  return {
    open: (opening: PlayOpening): Promise<PlayKey> =>
      inTurn(async () => {
        const head = await currentHead();
        const chain = head.chains[head.epoch] ?? NEW_CHAIN;
        const key = { epoch: head.epoch, seq: chain.next };
        const { device_id, key_id } = identity;
        const draft = {
          ...opening,
          ...key,
          play_id: ports.newId(),
          device_id,
          key_id,
          boot_id: ports.boot_id,
        };
        const ledger = {
          ...head,
          chains: { ...head.chains, [head.epoch]: { ...chain, next: chain.next + 1 } },
        };
        await writeOrHold([{ ...key, state: 'open', draft, seen: null }], { ledger });
        return key;
      }),

    /** The first frame was presented; the loop's place is kept with it. */
    mark: (key: PlayKey, started: PlayStart, seen: PlayProgress, position: Values['position']) =>
      inTurn(async () => {
        const row = open.get(nameOf(key));
        if (row) await writeOrHold([{ ...row, draft: { ...row.draft, ...started }, seen }], { position });
      }),

    /** Not forced to the disk each second: a power cut costs the last seconds of one item's length. */
    saveProgress: (key: PlayKey, seen: PlayProgress) =>
      inTurn(async () => {
        const row = open.get(nameOf(key));
        if (!row?.seen) return;
        const updated = { ...row, seen };
        if (unwritten.rows.has(nameOf(key))) unwritten.rows.set(nameOf(key), updated);
        else await (await db()).put('plays', updated);
        open.set(nameOf(key), updated);
      }),

    close: (key: PlayKey, end: PlayEnd) =>
      inTurn(async () => {
        const row = open.get(nameOf(key));
        if (row) await sealFrom(key, bodyOf(row.draft, end));
      }),

    /** Ends what an earlier boot left open: a turn for each, so that what is shown meanwhile need not wait for all. */
    async recover() {
      const left = await (await db()).getAllFromIndex('plays', 'state', 'open');
      for (const row of left)
        if (row.state === 'open' && row.draft.boot_id !== ports.boot_id) await inTurn(() => endLeftOpen(row));
      const { chains } = await inTurn(currentHead);
      for (const epoch of Object.keys(chains))
        await inTurn(async () => sealEnded(epoch, ((await currentHead()).chains[epoch]?.sealed ?? 0) + 1));
    },

    /** Sealed records of one epoch, oldest first. */
    async waiting(limit: number): Promise<PlayRecord[]> {
      const rows = await (await db()).getAllFromIndex('plays', 'state', 'closed', limit);
      const records = rows.flatMap(row => (row.state === 'closed' ? [row.record] : []));
      return records.filter(record => record.epoch === records[0]?.epoch);
    },

    /** Carries out what an answer of ours said of each record. */
    settle: ({ done, parked, forked }: SettledRecords) =>
      inTurn(async () => {
        const rows: PlayRow[] = parked.map(({ record, reason }) => ({
          ...keyPart(record),
          state: 'parked',
          record,
          reason,
        }));
        let head = await currentHead();
        if (forked.some(record => record.epoch === head.epoch)) head = newEpoch(head.chains);
        const again = renumber(head, forked);
        await write([...rows, ...again.rows], { ledger: again.head, gone: [...done, ...forked] });
        mirror?.drop([...done, ...forked]);
        await sealOn(again.head, forked.length > 0);
      }),

    /** Takes in records of a ledger that was lost, each under a new number that says which it was. */
    adopt: (records: readonly PlayRecord[]) =>
      inTurn(async () => {
        const stored = await (await db()).getAll('plays');
        const known = new Set(stored.map(playIdOf));
        const fresh = records.filter(({ play_id }) => !known.has(play_id));
        const { head, rows } = renumber(await currentHead(), fresh);
        await write(rows, { ledger: head });
        mirror?.drop(records);
        await sealOn(head, rows.length > 0);
      }),

    async counts() {
      const [closed, ended, parked] = await Promise.all(
        (['closed', 'ended', 'parked'] as const).map(async state =>
          (await db()).countFromIndex('plays', 'state', state),
        ),
      );
      const head = known ?? (await readValue(db, 'ledger'));
      const chain = head?.chains[head.epoch];
      return {
        epoch: head?.epoch ?? null,
        seq: chain ? chain.next - 1 : 0,
        waiting: (closed ?? 0) + (ended ?? 0),
        parked: parked ?? 0,
      };
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;

const keyPart = ({ epoch, seq }: PlayKey): PlayKey => ({ epoch, seq });

function unsealed({ prev_hash: _before, record_hash: _own, ...body }: PlayRecord): UnsealedRecord {
  return body;
}
const playIdOf = (row: PlayRow) =>
  row.state === 'open' ? row.draft.play_id : row.state === 'ended' ? row.body.play_id : row.record.play_id;
