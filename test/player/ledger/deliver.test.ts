import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { CallFailure, type DeviceClient } from '../../../shared/device/call.ts';
import type { Connection } from '../../../shared/device/storage.ts';
import { shaOf } from '../items.ts';
import {
  boot,
  expectChain,
  fakeServer,
  freshDb,
  identity,
  handIn,
  mortal,
  opening,
  playOne,
  records,
  rows,
} from '../ledgers.ts';
import { roundsOf } from '../../support/dailyShare.ts';

describe('delivery', () => {
  it('deletes nothing when the answer is lost, and nothing counts twice afterwards', async () => {
    const db = freshDb();
    const ledger = boot(db);
    const server = fakeServer();
    await playOne(ledger, 0);
    expect(
      await handIn(
        ledger,
        server.caller(() => true),
      ),
    ).toEqual({ outcome: 'stopped', retryAfter: null });
    expect((await ledger.counts()).waiting).toBe(1);
    expect(
      await handIn(
        ledger,
        server.caller(() => false),
      ),
    ).toEqual({ outcome: 'empty' });
    expect((await ledger.counts()).waiting).toBe(0);
    expect(server.stored.size).toBe(1);
  });

  it('sends a record that conflicts again in a new epoch and names the old key', async () => {
    const db = freshDb();
    const server = fakeServer();
    const ledger = boot(db);
    await playOne(ledger, 0);
    const [mine] = await records(db);
    if (!mine) throw new Error('no record');
    server.stored.set(`${mine.epoch} 1`, { ...mine, record_hash: shaOf(99) });
    expect(
      await handIn(
        ledger,
        server.caller(() => false),
      ),
    ).toEqual({ outcome: 'empty' });
    const again = [...server.stored.values()].find(record => record.previous_key !== undefined);
    expect(again).toMatchObject({
      seq: 1,
      previous_key: { epoch: mine.epoch, seq: 1 },
      play_id: mine.play_id,
    });
    expect(again?.epoch).not.toBe(mine.epoch);
    await playOne(ledger, 5_000);
    expect((await records(db))[0]).toMatchObject({ epoch: again?.epoch, seq: 2 });
  });

  it('parks a refused record with its reason, counts it, and goes on with the rest', async () => {
    const db = freshDb();
    const ledger = boot(db);
    await playOne(ledger, 0);
    await playOne(ledger, 2_000);
    const call = (_: unknown, input: { body: { records: PlayRecord[] } }) =>
      Promise.resolve({
        verdicts: input.body.records.map(({ epoch, seq }) =>
          seq === 1
            ? { epoch, seq, verdict: 'rejected', reason: 'too old' }
            : { epoch, seq, verdict: 'accepted' },
        ),
      });
    await handIn(ledger, { call: call as unknown as DeviceClient['call'] });
    expect(await ledger.counts()).toMatchObject({ waiting: 0, parked: 1 });
    expect(await rows(db)).toMatchObject([{ state: 'parked', reason: 'too old' }]);
  });

  it('halves a batch that is too large and waits as long as it is told', async () => {
    const db = freshDb();
    const ledger = boot(db);
    for (let i = 0; i < 4; i++) await playOne(ledger, i * 2_000);
    const sizes: number[] = [];
    const call = (_: unknown, input: { body: { records: PlayRecord[] } }) => {
      sizes.push(input.body.records.length);
      const status = sizes.length < 3 ? 413 : 503;
      return Promise.reject(
        new CallFailure('refused', 'no', { status, retryAfter: status === 503 ? 7_000 : null }),
      );
    };
    const result = await handIn(ledger, { call: call as unknown as DeviceClient['call'] });
    expect(sizes).toEqual([4, 2, 1]);
    expect(result).toEqual({ outcome: 'stopped', retryAfter: 7_000 });
  });

  const refusal = () => new CallFailure('refused', 'no', { status: 400, code: 'VALIDATION' });
  /** Refuses each batch that holds one of these numbers. */
  function refusing(isBad: (seq: number) => boolean) {
    const taken: number[] = [];
    const call = (_: unknown, input: { body: { records: PlayRecord[] } }) => {
      const { records } = input.body;
      if (records.some(({ seq }) => isBad(seq))) return Promise.reject(refusal());
      taken.push(...records.map(({ seq }) => seq));
      return Promise.resolve({
        verdicts: records.map(({ epoch, seq }) => ({ epoch, seq, verdict: 'accepted' })),
      });
    };
    return { taken, caller: { call: call as unknown as DeviceClient['call'] } };
  }

  it('finds the record for which a batch is refused, parks it and hands in what stands behind it', async () => {
    const db = freshDb();
    const ledger = boot(db);
    for (let i = 0; i < 6; i++) await playOne(ledger, i * 2_000);
    const { taken, caller } = refusing(seq => seq === 3);
    expect(await handIn(ledger, caller)).toEqual({ outcome: 'empty' });
    expect(taken).toEqual([1, 2, 4, 5, 6]);
    expect(await ledger.counts()).toMatchObject({ waiting: 0, parked: 1 });
    expect(await rows(db)).toMatchObject([{ seq: 3, state: 'parked', reason: 'refused' }]);
  });

  it('parks two that stand beside each other, and each is refused alone', async () => {
    const db = freshDb();
    const ledger = boot(db);
    for (let i = 0; i < 6; i++) await playOne(ledger, i * 2_000);
    const { taken, caller } = refusing(seq => seq === 3 || seq === 4);
    expect(await handIn(ledger, caller)).toEqual({ outcome: 'empty' });
    expect(taken).toEqual([1, 2, 5, 6]);
    expect(await ledger.counts()).toMatchObject({ waiting: 0, parked: 2 });
  });

  it('parks nothing where the server refuses all of them, and gives it time: once it is mended all are taken', async () => {
    const db = freshDb();
    const ledger = boot(db);
    for (let i = 0; i < 30; i++) await playOne(ledger, i * 2_000);
    const all = refusing(() => true).caller;
    for (let n = 0; n < 20; n++)
      expect(await handIn(ledger, all)).toEqual({ outcome: 'stopped', retryAfter: 30 * 60_000 });
    expect(await ledger.counts()).toMatchObject({ waiting: 30, parked: 0 });
    const { taken, caller } = refusing(() => false);
    expect(await handIn(ledger, caller)).toEqual({ outcome: 'empty' });
    expect(taken).toHaveLength(30);
  });

  it('sets none aside where the server refuses all for a moment, however many calls it lasts', async () => {
    for (let moment = 1; moment <= 16; moment++) {
      const ledger = boot(freshDb());
      for (let i = 0; i < 12; i++) await playOne(ledger, i * 2_000);
      let calls = 0;
      const { taken, caller } = refusing(() => false);
      const call: typeof caller.call = (...args) =>
        calls++ < moment ? Promise.reject(refusal()) : caller.call(...args);
      for (let n = 0; n < 3; n++) await handIn(ledger, { call });
      expect([moment, taken.toSorted((one, other) => one - other)]).toEqual([
        moment,
        Array.from({ length: 12 }, (_, n) => n + 1),
      ]);
      expect(await ledger.counts()).toMatchObject({ waiting: 0, parked: 0 });
    }
  });

  it('sends whole batches again soon after the server refused some', async () => {
    const ledger = boot(freshDb());
    for (let i = 0; i < 600; i++) await playOne(ledger, i * 2_000);
    let calls = 0;
    const { taken, caller } = refusing(() => false);
    const call: typeof caller.call = (...args) =>
      ++calls < 10 ? Promise.reject(refusal()) : caller.call(...args);
    expect(await handIn(ledger, { call })).toEqual({ outcome: 'empty' });
    expect([taken.length, calls < 30]).toEqual([600, true]);
  });

  it('keeps one that is refused while none stands behind it, as nothing says yet who is to blame', async () => {
    const db = freshDb();
    const ledger = boot(db);
    await playOne(ledger, 0);
    const { taken, caller } = refusing(seq => seq === 1);
    expect(await handIn(ledger, caller)).toEqual({ outcome: 'stopped', retryAfter: 60_000 });
    expect(await ledger.counts()).toMatchObject({ waiting: 1, parked: 0 });
    await playOne(ledger, 2_000);
    expect(await handIn(ledger, caller)).toEqual({ outcome: 'empty' });
    expect(taken).toEqual([2]);
    expect(await ledger.counts()).toMatchObject({ waiting: 0, parked: 1 });
  });

  it('knows what of an earlier identity is still to be handed in, be it open, and when nothing is', async () => {
    const db = freshDb();
    const before = boot(db);
    await playOne(before, 0);
    await before.open(opening(2_000));
    const ledger = boot(db, { ...identity, key_id: 'x'.repeat(43) });
    await playOne(ledger, 4_000);
    const handInFormer = () =>
      handIn(
        ledger,
        server.caller(() => false),
      );
    const server = fakeServer();
    expect(await handInFormer()).toEqual({ outcome: 'empty' });
    expect(await ledger.hasOpen(identity)).toBe(true);
    await ledger.recover();
    await handInFormer();
    expect(await ledger.hasOpen(identity)).toBe(false);
    expect([...server.stored.values()].every(({ key_id }) => key_id === identity.key_id)).toBe(true);
    expect((await ledger.counts()).waiting).toBe(1);
  });

  it('signs a checkpoint over the last record of the batch', async () => {
    const db = freshDb();
    const ledger = boot(db);
    await playOne(ledger, 0);
    let body: { epoch: string; checkpoint: { seq: number; hash: string; sig: string } } | null = null;
    const call = (_: unknown, input: { body: typeof body }) => {
      body = input.body;
      return Promise.reject(new CallFailure('network', 'lost'));
    };
    await handIn(ledger, { call: call as unknown as DeviceClient['call'] });
    const [record] = await records(db);
    expect(body).toMatchObject({ epoch: record?.epoch, checkpoint: { seq: 1, hash: record?.record_hash } });
  });
});

type Act = 'play' | 'intent' | 'kill' | 'deliver' | 'lose' | { dies: number };
const act = fc.oneof(
  fc.constantFrom<Act>('play', 'intent', 'kill', 'deliver', 'lose'),
  fc.record({ dies: fc.integer({ min: 0, max: 9 }) }),
);

/** Plays through a schedule; says how many plays were shown for certain and how many may have been. */
async function live(db: Connection, server: ReturnType<typeof fakeServer>, schedule: readonly Act[]) {
  let ledger = boot(db);
  let at = 0;
  let shown = 0;
  let cut = 0;
  for (const next of schedule) {
    at += 5_000;
    if (next === 'play') {
      await playOne(ledger, at);
      shown++;
    } else if (next === 'intent') {
      await ledger.close(await ledger.open(opening(at)), { ending: 'not_shown', at, seen: null });
    } else if (next === 'kill') {
      await ledger.open(opening(at));
      ledger = boot(db);
    } else if (next === 'deliver' || next === 'lose') {
      await handIn(
        ledger,
        server.caller(() => next === 'lose'),
      );
    } else {
      cut++;
      await playOne(boot(mortal(db, next.dies)), at).catch(() => null);
      ledger = boot(db);
    }
  }
  await boot(db).recover();
  return { ledger, shown, cut };
}

describe('any interleaving', () => {
  it('P4 of plays, kills between any two writes, lost answers and duplicates leaves exactly the plays that were, in one unbroken chain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async schedule => {
        const db = freshDb();
        const server = fakeServer();
        const { ledger, shown, cut } = await live(db, server, schedule);
        await handIn(
          ledger,
          server.caller(() => false),
        );
        const all = [...server.stored.values()].sort((a, b) => a.seq - b.seq);
        const { seq, waiting, parked } = await ledger.counts();
        expect({ stored: all.length, waiting, parked }).toEqual({ stored: seq, waiting: 0, parked: 0 });
        const plays = all.filter(record => record.result !== 'not_shown').length;
        expect(plays).toBeGreaterThanOrEqual(shown);
        expect(plays).toBeLessThanOrEqual(shown + cut);
        expect(new Set(all.map(record => record.play_id)).size).toBe(all.length);
        await expectChain(all);
      }),
      { numRuns: roundsOf(100, 4) },
    );
  });
});
