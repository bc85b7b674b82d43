/** The play ledger: a row before the first frame, a mark with it, a heartbeat, an end; numbered and chained. */
import { withDeadline, type Clock } from '../../shared/clock.ts';
import { FIRST_PREV_HASH } from '../../shared/contract/proof/chain.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { isQuotaExceeded } from '../../shared/storage/writes.ts';
import type {
  Chain,
  Connection,
  Identity,
  LedgerHead,
  UnsealedRecord,
  PlayDraft,
  PlayRow,
  PlayProgress,
} from '../../shared/device/storage.ts';
import type { Mirror } from './mirror.ts';
import { bodyAfterBoot, bodyOf, seal, unsealed, type PlayEnd } from './record.ts';
import { createRows, keyPart, nameOf, type Changes } from './rows.ts';
import type { PlayKey } from '../engine/state.ts';
import type { SettledRecords } from './verdicts.ts';

export type PlayOpening = Omit<PlayDraft, 'play_id' | 'device_id' | 'key_id' | 'epoch' | 'seq' | 'boot_id'>;
export type PlayStart = Pick<PlayDraft, 'started_mono_ms' | 'started_wall_ms' | 'clock'>;
export interface LedgerPorts {
  db: Connection;
  clock: Pick<Clock, 'after'>;
  identity: Pick<Identity, 'device_id' | 'key_id'>;
  boot_id: string;
  newId: () => string;
  /** Where a second copy of what is not acknowledged lies. */
  mirror?: Pick<Mirror, 'keep' | 'drop' | 'find'>;
  /** The disk refused what was played: it is held in memory and tried again. */
  onHeld?: (error: unknown) => void;
}

const NEW_CHAIN: Chain = { next: 1, sealed: 0, hash: FIRST_PREV_HASH };
/** Rows of a backlog that one turn takes in or hashes: a play that begins meanwhile waits for one turn. */
const SLICE = 20;
/** The copies lie in another part of the disk. */
const COPY_MS = 2_000;
/** Rows read at once. */
const READ_SLICE = 500;

export function createLedger(ports: LedgerPorts) {
  const { db, identity, mirror } = ports;
  const rows = createRows({ db, clock: ports.clock, onHeld: ports.onHeld ?? (() => {}) });
  /** Plays whose progress is being written; two zones play at once. */
  const saving = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();
  /** One change after another: numbers and hashes depend on their order. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.then(act, act);
    turn = done.catch(() => null);
    return done;
  };

  /** First start, storage loss and re-pairing each begin an epoch; the chains of earlier ones are finished. */
  async function currentHead(): Promise<LedgerHead> {
    const kept = await rows.head();
    const isOurs = kept?.device_id === identity.device_id && kept.key_id === identity.key_id;
    return kept && isOurs ? kept : newEpoch(kept?.chains ?? {});
  }
  function newEpoch(chains: LedgerHead['chains']): LedgerHead {
    const unfinished = Object.entries(chains).filter(([, chain]) => chain.sealed < chain.next - 1);
    const epoch = ports.newId();
    const { device_id, key_id } = identity;
    return { epoch, device_id, key_id, chains: { ...Object.fromEntries(unfinished), [epoch]: NEW_CHAIN } };
  }

  /** Hashes these ends, the numbers that come next in their chain, in one write. */
  async function sealNext(head: LedgerHead, bodies: readonly UnsealedRecord[]): Promise<void> {
    const [first] = bodies;
    const chain = first && head.chains[first.epoch];
    if (!chain) return;
    const records: PlayRecord[] = [];
    for (const body of bodies) records.push(await seal(body, records.at(-1)?.record_hash ?? chain.hash));
    const sealed = { ...chain, sealed: chain.sealed + records.length, hash: records.at(-1)!.record_hash };
    const closed = records.map((record): PlayRow => ({ ...keyPart(record), state: 'closed', record }));
    await rows.writeOrHold(closed, {
      ledger: { ...head, chains: { ...head.chains, [first.epoch]: sealed } },
    });
    for (const record of records) mirror?.keep(record);
  }

  /** Hashes what has ended and whose forerunners are hashed, up to a slice; says whether there may be more. */
  async function sealSlice(epoch: string): Promise<boolean> {
    const head = await currentHead();
    const chain = head.chains[epoch];
    if (!chain || chain.sealed + 1 >= chain.next) return false;
    const from = chain.sealed + 1;
    if (rows.openRow({ epoch, seq: from })) return false;
    const found = await rows.readFrom({ epoch, seq: from }, SLICE);
    const bodies: UnsealedRecord[] = [];
    for (const [i, row] of found.entries()) {
      if (row.state !== 'ended' || row.seq !== from + i) break;
      bodies.push(row.body);
    }
    await sealNext(head, bodies);
    return bodies.length === SLICE;
  }
  const sealing = new Map<string, Promise<void>>();
  /** Slice by slice, by one caller for all: a play that begins meanwhile waits for one of them. */
  function sealEnded(epoch: string): Promise<void> {
    const run = async () => {
      while (await inTurn(() => sealSlice(epoch)));
    };
    const done = sealing.get(epoch) ?? run().finally(() => sealing.delete(epoch));
    sealing.set(epoch, done);
    return done;
  }

  /** Ends a play within a turn; hashed at once where all before it are. */
  async function end(key: PlayKey, body: UnsealedRecord): Promise<void> {
    const head = await currentHead();
    const isNext = head.chains[key.epoch]?.sealed === key.seq - 1;
    if (isNext) await sealNext(head, [body]);
    else await rows.writeOrHold([{ ...keyPart(key), state: 'ended', body }]);
  }

  /** Read in the turn it is ended in: another recovery may have been first. Its end may stand in the copy alone. */
  async function endLeftOpen(key: PlayKey): Promise<void> {
    const row = await rows.read(key);
    if (row?.state !== 'open') return;
    const copy = mirror && (await withDeadline(ports.clock, COPY_MS, 'The copy of a play', mirror.find(key)));
    const isCopied = copy?.play_id === row.draft.play_id;
    await end(key, isCopied ? unsealed(copy) : bodyAfterBoot(row));
  }

  /** The next numbers of this ledger for records that had others, in another one or in a fork of it. */
  function renumber(head: LedgerHead, records: readonly PlayRecord[]) {
    const { epoch, device_id, key_id } = head;
    const chain = head.chains[epoch] ?? NEW_CHAIN;
    const renumbered = records.map((record, i): PlayRow => {
      const key = { epoch, seq: chain.next + i };
      return {
        ...key,
        state: 'ended',
        body: { ...unsealed(record), ...key, device_id, key_id, previous_key: keyPart(record) },
      };
    });
    const next = chain.next + records.length;
    return { head: { ...head, chains: { ...head.chains, [epoch]: { ...chain, next } } }, rows: renumbered };
  }
  /** Plays that stand in the ledger already, read in parts: writes wait for a read. */
  async function storedPlayIds(): Promise<Set<string>> {
    const ids = new Set<string>();
    let after: IDBKeyRange | null = null;
    for (;;) {
      const found: PlayRow[] = await (await db()).getAll('plays', after, READ_SLICE);
      for (const row of found) ids.add(playIdOf(row));
      const last = found.at(-1);
      if (!last || found.length < READ_SLICE) return ids;
      after = IDBKeyRange.lowerBound([last.epoch, last.seq], true);
    }
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
        await rows.writeOrHold([{ ...key, state: 'open', draft, seen: null }], { ledger }, isQuotaExceeded);
        return key;
      }),

    /** The first frame was presented; the place of its zone's loop is kept with it. */
    mark: (
      key: PlayKey,
      started: PlayStart,
      seen: PlayProgress,
      place: Pick<Changes, 'position' | 'second_position' | 'playout'>,
    ) =>
      inTurn(async () => {
        const row = rows.openRow(key);
        if (!row) return;
        await rows.writeOrHold([{ ...row, draft: { ...row.draft, ...started }, seen }], place);
      }),

    /** Left out while the one before of this play is under way: only the last one says anything. */
    async saveProgress(key: PlayKey, seen: PlayProgress) {
      const name = nameOf(key);
      if (saving.has(name)) return;
      saving.add(name);
      await inTurn(async () => {
        const row = rows.openRow(key);
        if (row?.seen) await rows.saveProgress({ ...row, seen });
      }).finally(() => saving.delete(name));
    },

    async close(key: PlayKey, playEnd: PlayEnd) {
      await inTurn(async () => {
        const row = rows.openRow(key);
        if (row) await end(key, bodyOf(row.draft, playEnd));
      });
      await sealEnded(key.epoch);
    },

    /** Ends what an earlier boot left open: a turn for each, so that what is shown meanwhile need not wait for all. */
    async recover() {
      const left = await (await db()).getAllFromIndex('plays', 'state', 'open');
      for (const row of left)
        if (row.state === 'open' && row.draft.boot_id !== ports.boot_id) await inTurn(() => endLeftOpen(row));
      const { chains } = await inTurn(currentHead);
      for (const epoch of Object.keys(chains)) await sealEnded(epoch);
    },

    /**
     * Sealed records of one identity and one epoch, oldest first, those `behind` another alone; what is held in memory
     * goes to the disk before.
     */
    async waiting(limit: number, owner = identity, behind?: PlayKey): Promise<PlayRecord[]> {
      await inTurn(() => rows.flush());
      return rows.closed(limit, owner, behind);
    },

    /** Is anything of this identity left that the server has not judged? */
    hasOpen: (owner: typeof identity) => rows.hasOpen(owner),

    /** Carries out what an answer of ours said of each record. */
    async settle({ done, parked, forked }: SettledRecords) {
      const epoch = await inTurn(async () => {
        const refused: PlayRow[] = parked.map(({ record, reason }) => ({
          ...keyPart(record),
          state: 'parked',
          record,
          reason,
        }));
        let head = await currentHead();
        if (forked.some(record => record.epoch === head.epoch)) head = newEpoch(head.chains);
        const again = renumber(head, forked);
        await rows.write([...refused, ...again.rows], { ledger: again.head, gone: [...done, ...forked] });
        mirror?.drop([...done, ...forked, ...parked.map(({ record }) => record)]);
        return again.head.epoch;
      });
      if (forked.length > 0) await sealEnded(epoch);
    },

    /** Takes in records of a ledger that was lost, each under a new number that says which it was. */
    async adopt(records: readonly PlayRecord[]) {
      if (records.length === 0) return;
      const stored = await storedPlayIds();
      const fresh = records.filter(({ play_id }) => !stored.has(play_id));
      mirror?.drop(records.filter(({ play_id }) => stored.has(play_id)));
      for (let from = 0; from < fresh.length; from += SLICE)
        await inTurn(async () => {
          const slice = fresh.slice(from, from + SLICE);
          const { head, rows: taken } = renumber(await currentHead(), slice);
          await rows.write(taken, { ledger: head });
          mirror?.drop(slice);
        });
      await sealEnded((await inTurn(currentHead)).epoch);
    },

    async counts() {
      const [closed, ended, parked] = await Promise.all(
        (['closed', 'ended', 'parked'] as const).map(async state =>
          (await db()).countFromIndex('plays', 'state', state),
        ),
      );
      const head = await rows.head();
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

const playIdOf = (row: PlayRow) =>
  row.state === 'open' ? row.draft.play_id : row.state === 'ended' ? row.body.play_id : row.record.play_id;
