import { describe, expect, it } from 'vitest';
import { createDisk } from '../disk.ts';
import {
  boot,
  clockFact,
  expectChain,
  freshDb,
  identity,
  opening,
  place,
  playOne,
  records,
  rows,
  seen,
} from '../ledgers.ts';

/** A database in which a boot has left so many plays open, and the ledger of the next one. */
async function left(n: number, db = freshDb()) {
  const before = boot(db);
  for (let i = 0; i < n; i++) await before.open(opening(i * 2_000));
  return { db, ledger: boot(db) };
}

describe('a play', () => {
  it('stands in the ledger before its first frame', async () => {
    const db = freshDb();
    await boot(db).open(opening(0));
    expect(await rows(db)).toMatchObject([{ seq: 1, state: 'open', seen: null }]);
  });

  it('OPEN-PLAYER-02 becomes a record that the contract accepts', async () => {
    const db = freshDb();
    await playOne(boot(db), 100);
    const [record] = await records(db);
    expect(record).toMatchObject({
      seq: 1,
      result: 'completed',
      duration_ms: 2_000,
      completion: 1,
      visible_share: 1,
    });
    await expectChain(await records(db));
  });

  it('OPEN-PLAYER-02 names what the contract names of a play, whatever the schema asks for', async () => {
    const db = freshDb();
    await playOne(boot(db), 100);
    const [record] = await records(db);
    expect(Object.keys(record!)).toEqual(
      expect.arrayContaining([
        ...['play_id', 'device_id', 'key_id', 'epoch', 'seq', 'boot_id', 'prev_hash', 'record_hash', 'kind'],
        ...['creative_id', 'playlist_id', 'creative_sha256', 'zone', 'planned_at', 'started_wall_ms'],
        ...['started_mono_ms', 'ended_mono_ms', 'duration_ms', 'expected_ms', 'result', 'completion'],
        ...['frames', 'visible_share', 'volume', 'network', 'player_version', 'manifest_version', 'clock'],
      ]),
    );
    expect(Object.keys(record!.frames).toSorted()).toEqual(['dropped', 'rendered']);
    expect(Object.keys(record!.clock)).toEqual(
      expect.arrayContaining(['offset_ms', 'uncertainty_ms', 'source', 'synced_at_mono', 'quality']),
    );
  });

  it('never counts hidden time', async () => {
    const db = freshDb();
    const ledger = boot(db);
    const key = await ledger.open(opening(0));
    await ledger.mark(key, { started_mono_ms: 0, started_wall_ms: 0, clock: clockFact }, seen(0, 0), place);
    await ledger.close(key, { ending: 'completed', at: 2_000, seen: seen(2_000, 500) });
    expect(await records(db)).toMatchObject([
      { result: 'partial', duration_ms: 500, completion: 0.25, visible_share: 0.25 },
    ]);
  });

  it('that another boot left open is closed at its last heartbeat', async () => {
    const db = freshDb();
    const before = boot(db);
    const key = await before.open(opening(0));
    await before.mark(key, { started_mono_ms: 0, started_wall_ms: 0, clock: clockFact }, seen(0, 0), place);
    await before.saveProgress(key, seen(1_003, 1_003));
    const after = boot(db);
    await after.recover();
    expect(await records(db)).toMatchObject([
      { result: 'interrupted', duration_ms: 1_003, ended_mono_ms: 1_003 },
    ]);
  });

  it('that another boot never showed keeps its number and is no play', async () => {
    const db = freshDb();
    await boot(db).open(opening(0));
    const after = boot(db);
    await playOne(after, 50);
    await after.recover();
    expect((await records(db)).map(record => [record.seq, record.result])).toEqual([
      [1, 'not_shown'],
      [2, 'completed'],
    ]);
    await expectChain(await records(db));
  });

  it('that is shown meanwhile need not wait for all that others left open', async () => {
    const { db, ledger } = await left(5);
    const key = await ledger.open(opening(20_000));
    const ends: string[] = [];
    const started = { started_mono_ms: 20_000, started_wall_ms: 0, clock: clockFact };
    await Promise.all([
      ledger.recover().then(() => ends.push('recovered')),
      ledger.mark(key, started, seen(20_000, 0), place).then(() => ends.push('marked')),
    ]);
    expect(ends).toEqual(['marked', 'recovered']);
    expect(await records(db)).toHaveLength(5);
    await expectChain(await records(db));
  });

  it('that was left open is ended once, though two recoveries find it', async () => {
    const { db, ledger } = await left(3);
    await Promise.all([ledger.recover(), ledger.recover()]);
    expect((await rows(db)).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed']);
    await expectChain(await records(db));
  });

  it('that was left open on a disk that is full now is ended in memory, and on the disk once there is room', async () => {
    const disk = createDisk('ledger-full');
    const { ledger } = await left(2, disk.db);
    disk.refuse(() => true);
    await Promise.all([ledger.recover(), ledger.recover()]);
    disk.refuse(() => false);
    await playOne(ledger, 50);
    expect((await rows(disk.db)).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed']);
    await expectChain(await records(disk.db));
  });

  it('that was left open by a chain nobody knows any more is ended, and holds up nothing', async () => {
    const { db, ledger } = await left(1);
    await (await db()).delete('values', 'ledger');
    await ledger.recover();
    expect((await rows(db)).map(({ state }) => state)).toEqual(['ended']);
  });

  it('is hashed only after its forerunners', async () => {
    const db = freshDb();
    const ledger = boot(db);
    const first = await ledger.open(opening(0));
    const second = await ledger.open(opening(2_000));
    await ledger.close(second, { ending: 'not_shown', at: 2_000, seen: null });
    expect(await records(db)).toEqual([]);
    await ledger.close(first, { ending: 'completed', at: 2_000, seen: seen(2_000, 2_000) });
    await expectChain(await records(db));
    expect(await records(db)).toHaveLength(2);
  });

  it('begins a new epoch for another identity and finishes the old chain', async () => {
    const db = freshDb();
    await boot(db).open(opening(0));
    const repaired = boot(db, { ...identity, key_id: 'x'.repeat(43) });
    await playOne(repaired, 10);
    await repaired.recover();
    const all = await records(db);
    expect(new Set(all.map(record => record.epoch)).size).toBe(2);
    expect(all.map(record => record.seq)).toEqual([1, 1]);
  });
});
