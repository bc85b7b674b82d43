/** The play ledger: a row before the first frame, a mark with it, a heartbeat, an end; numbered and chained. */
import { FIRST_PREV_HASH } from '../shared/contract/chain.ts';
import type { PlayRecord } from '../shared/contract/play.ts';
import {
  STRICT,
  type Chain,
  type Connection,
  type Identity,
  type LedgerHead,
  type PlayBody,
  type PlayDraft,
  type PlayRow,
  type Seen,
} from '../shared/device/storage.ts';
import { bodyAfterBoot, bodyOf, seal, type End } from './record.ts';
import type { PlayKey } from './state.ts';
import type { Settled } from './verdicts.ts';

export type Opening = Omit<PlayDraft, 'play_id' | 'device_id' | 'key_id' | 'epoch' | 'seq' | 'boot_id'>;
export interface LedgerPorts {
  db: Connection;
  identity: Pick<Identity, 'device_id' | 'key_id'>;
  boot_id: string;
  newId: () => string;
}

const NEW_CHAIN: Chain = { next: 1, sealed: 0, hash: FIRST_PREV_HASH };
const keyOf = ({ epoch, seq }: PlayKey): [string, number] => [epoch, seq];

export function createLedger(ports: LedgerPorts) {
  const { identity } = ports;
  let turn: Promise<unknown> = Promise.resolve();
  /** One change after another: numbers and hashes depend on their order. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = turn.then(act, act);
    turn = mine.catch(() => null);
    return mine;
  };
  const writing = async () => {
    const tx = (await ports.db()).transaction(['plays', 'values'], 'readwrite', STRICT);
    const plays = tx.objectStore('plays');
    const values = tx.objectStore('values');
    const kept = ((await values.get('ledger')) as LedgerHead | undefined) ?? null;
    return { plays, values, done: tx.done, head: headFor(kept) };
  };

  /** First start, storage loss and re-pairing each begin an epoch; the chains of earlier ones are finished. */
  function headFor(kept: LedgerHead | null): LedgerHead {
    if (kept?.device_id === identity.device_id && kept.key_id === identity.key_id) return kept;
    return anotherEpoch(kept?.chains ?? {});
  }
  function anotherEpoch(chains: LedgerHead['chains']): LedgerHead {
    const unfinished = Object.entries(chains).filter(([, chain]) => chain.sealed < chain.next - 1);
    const epoch = ports.newId();
    const { device_id, key_id } = identity;
    return { epoch, device_id, key_id, chains: { ...Object.fromEntries(unfinished), [epoch]: NEW_CHAIN } };
  }

  const numbered = (head: LedgerHead) => {
    const chain = head.chains[head.epoch] ?? NEW_CHAIN;
    const next = { ...head, chains: { ...head.chains, [head.epoch]: { ...chain, next: chain.next + 1 } } };
    return { seq: chain.next, head: next };
  };

  async function open(opening: Opening): Promise<PlayKey> {
    const { plays, values, done, head } = await writing();
    const numberedHead = numbered(head);
    const key = { epoch: head.epoch, seq: numberedHead.seq };
    const { device_id, key_id } = identity;
    const draft = { ...opening, ...key, play_id: ports.newId(), device_id, key_id, boot_id: ports.boot_id };
    void plays.add({ ...key, state: 'open', draft, seen: null });
    void values.put(numberedHead.head, 'ledger');
    await done;
    return key;
  }

  async function change(key: PlayKey, next: (row: PlayRow) => PlayRow | null) {
    const { plays, done } = await writing();
    const row = await plays.get(keyOf(key));
    const changed = row ? next(row) : null;
    if (changed) void plays.put(changed);
    await done;
  }

  /** Hashes every ended row whose forerunners are hashed; chains are walked in their order. */
  async function sealEnded(epoch: string) {
    for (;;) {
      const db = await ports.db();
      const head = (await db.get('values', 'ledger')) as LedgerHead | undefined;
      const chain = head?.chains[epoch];
      if (!head || !chain) return;
      const row = await db.get('plays', [epoch, chain.sealed + 1]);
      if (row?.state !== 'ended') return;
      const record = await seal(row.body, chain.hash);
      const { plays, values, done } = await writing();
      void plays.put({ epoch, seq: row.seq, state: 'closed', record });
      const sealed = { ...chain, sealed: row.seq, hash: record.record_hash };
      void values.put({ ...head, chains: { ...head.chains, [epoch]: sealed } }, 'ledger');
      await done;
    }
  }

  const ended = ({ epoch, seq }: PlayKey, body: PlayBody): PlayRow => ({ epoch, seq, state: 'ended', body });

  return {
    open: (opening: Opening) => inTurn(() => open(opening)),

    /** The first frame was presented. */
    mark: (
      key: PlayKey,
      started: Pick<PlayDraft, 'started_mono_ms' | 'started_wall_ms' | 'clock'>,
      seen: Seen,
    ) =>
      inTurn(() =>
        change(key, row =>
          row.state === 'open' ? { ...row, draft: { ...row.draft, ...started }, seen } : null,
        ),
      ),

    beat: (key: PlayKey, seen: Seen) =>
      inTurn(() => change(key, row => (row.state === 'open' && row.seen ? { ...row, seen } : null))),

    close: (key: PlayKey, end: End) =>
      inTurn(async () => {
        await change(key, row => (row.state === 'open' ? ended(key, bodyOf(row.draft, end)) : null));
        await sealEnded(key.epoch);
      }),

    /** Ends what an earlier boot left open. */
    recover: () =>
      inTurn(async () => {
        const left = await (await ports.db()).getAllFromIndex('plays', 'state', 'open');
        for (const row of left)
          if (row.state === 'open' && row.draft.boot_id !== ports.boot_id)
            await change(row, () => ended(row, bodyAfterBoot(row)));
        const waiting = await (await ports.db()).getAllFromIndex('plays', 'state', 'ended');
        for (const epoch of new Set(waiting.map(row => row.epoch))) await sealEnded(epoch);
      }),

    /** Sealed records of one epoch, oldest first. */
    async waiting(limit: number): Promise<PlayRecord[]> {
      const rows = await (await ports.db()).getAllFromIndex('plays', 'state', 'closed', limit);
      const records = rows.flatMap(row => (row.state === 'closed' ? [row.record] : []));
      return records.filter(record => record.epoch === records[0]?.epoch);
    },

    /** Carries out what an answer of ours said of each record. */
    settle: ({ done, parked, forked }: Settled) =>
      inTurn(async () => {
        const tx = await writing();
        let { head } = tx;
        for (const record of done) void tx.plays.delete(keyOf(record));
        for (const { record, reason } of parked) void tx.plays.put({ ...parkedRow(record, reason) });
        for (const record of forked) {
          if (record.epoch === head.epoch) head = anotherEpoch(head.chains);
          const next = numbered(head);
          head = next.head;
          const key = { epoch: head.epoch, seq: next.seq };
          const was = { epoch: record.epoch, seq: record.seq };
          void tx.plays.delete(keyOf(record));
          void tx.plays.add(ended(key, bodyAgain({ ...record, ...key, was })));
        }
        void tx.values.put(head, 'ledger');
        await tx.done;
        if (forked.length > 0) await sealEnded(head.epoch);
      }),

    async counts() {
      const db = await ports.db();
      const [closed, endedRows, parked] = await Promise.all(
        (['closed', 'ended', 'parked'] as const).map(state => db.countFromIndex('plays', 'state', state)),
      );
      const head = (await db.get('values', 'ledger')) as LedgerHead | undefined;
      const chain = head?.chains[head.epoch];
      return {
        epoch: head?.epoch ?? null,
        seq: chain ? chain.next - 1 : 0,
        waiting: (closed ?? 0) + (endedRows ?? 0),
        parked: parked ?? 0,
      };
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;

const parkedRow = (record: PlayRecord, reason: string): PlayRow => ({
  epoch: record.epoch,
  seq: record.seq,
  state: 'parked',
  record,
  reason,
});

function bodyAgain({ prev_hash: _before, record_hash: _own, ...body }: PlayRecord): PlayBody {
  return body;
}
