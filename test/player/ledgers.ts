/** A ledger over a real (in-memory) database, and a server that takes plays by their natural key. */
import { systemClock } from '../../shared/clock.ts';
import 'fake-indexeddb/auto';
import { expect } from 'vitest';
import { deliver } from '../../player/ledger/deliver.ts';
import { createLedger, type PlayOpening } from '../../player/ledger/ledger.ts';
import { FIRST_PREV_HASH, recordHash } from '../../shared/contract/proof/chain.ts';
import { playRecord, type PlayRecord } from '../../shared/contract/proof/play.ts';
import { CallFailure, type DeviceClient } from '../../shared/device/call.ts';
import { connect, type Connection } from '../../shared/device/storage.ts';
import { uuid7 } from '../../shared/random.ts';
import { idOf, shaOf } from './items.ts';

export const identity = { device_id: idOf(1), key_id: 'k'.repeat(43) };
export const frames = { rendered: 60, dropped: 0 };
export const clockFact = {
  offset_ms: 0,
  uncertainty_ms: 5,
  source: 'server',
  synced_at_mono: 1,
  quality: 'A',
} as const;
let names = 0;
export const freshDb = () => connect(`ledger-${++names}`);

export const opening = (at: number): PlayOpening => ({
  kind: 'direct',
  creative_id: idOf(2),
  creative_sha256: shaOf(2),
  playlist_id: idOf(3),
  playlist_version: 1,
  item_id: idOf(4),
  zone: 'full',
  planned_at: '2026-01-05T08:00:00.000Z',
  started_wall_ms: 1_767_600_000_000,
  started_mono_ms: at,
  expected_ms: 2_000,
  volume: 0,
  network: 'online',
  player_version: '0.1.0',
  manifest_version: 1,
  clock: clockFact,
});

export const boot = (db: Connection, who = identity) =>
  createLedger({
    clock: systemClock,
    db,
    identity: who,
    boot_id: uuid7(Date.now()),
    newId: () => uuid7(Date.now()),
  });
export const place = { position: { item_id: idOf(4), index: 0 } };
export const seen = (mono: number, visible_ms: number) => ({ mono, visible_ms, frames });

export async function rows(db: Connection) {
  return (await db()).getAll('plays');
}
export async function records(db: Connection): Promise<PlayRecord[]> {
  return (await rows(db)).flatMap(row => (row.state === 'closed' ? [row.record] : []));
}

/** Every record in its place: numbers without a gap, each hash over what it says, each pointing at the one before. */
export async function expectChain(chain: PlayRecord[]) {
  let hash = FIRST_PREV_HASH;
  for (const [i, record] of chain.entries()) {
    expect(record.seq).toBe(i + 1);
    expect(record.prev_hash).toBe(hash);
    const { record_hash, ...rest } = record;
    expect(await recordHash(rest)).toBe(record_hash);
    expect(playRecord.parse(record)).toEqual(record);
    hash = record_hash;
  }
}

export async function playOne(ledger: ReturnType<typeof boot>, at: number) {
  const key = await ledger.open(opening(at));
  await ledger.mark(key, { started_mono_ms: at, started_wall_ms: at, clock: clockFact }, seen(at, 0), place);
  await ledger.close(key, { ending: 'completed', at: at + 2_000, seen: seen(at + 2_000, 2_000) });
}

/** A server with the natural key (epoch, seq); answers may be lost after the deed. */
export function fakeServer() {
  const stored = new Map<string, PlayRecord>();
  return {
    stored,
    caller(loseAnswer: () => boolean): Pick<DeviceClient, 'call'> {
      const call = (_endpoint: unknown, input: { body: { records: PlayRecord[] } }) => {
        const verdicts = input.body.records.map(record => {
          const key = `${record.epoch} ${record.seq}`;
          const known = stored.get(key);
          if (!known) stored.set(key, structuredClone(record));
          const verdict = !known
            ? 'accepted'
            : known.record_hash === record.record_hash
              ? 'duplicate'
              : 'conflict';
          return { epoch: record.epoch, seq: record.seq, verdict };
        });
        if (loseAnswer()) return Promise.reject(new CallFailure('network', 'lost'));
        return Promise.resolve({ verdicts });
      };
      return { call: call as unknown as DeviceClient['call'] };
    },
  };
}
export const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
  'sign',
  'verify',
]);

type Deaf = Pick<DeviceClient, 'call'>;
export const handIn = (ledger: ReturnType<typeof boot>, caller: Deaf) =>
  deliver({ ledger, caller, device_id: identity.device_id, key: { key_id: identity.key_id, pair } });

/** A connection of a browser that is killed before its `n`-th transaction from now. */
export function mortal(db: Connection, n: number): Connection {
  let left = n;
  return () => (left-- > 0 ? db() : Promise.reject(new Error('killed')));
}
