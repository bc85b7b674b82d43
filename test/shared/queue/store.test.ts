import { describe, expect, it } from 'vitest';
import { NO_TALLY, type Owner } from '../../../shared/queue/entry.ts';
import { OUTBOX_POLICY, QUEUE_POLICY } from '../../../shared/queue/policy.ts';
import { createStore } from '../../../shared/queue/store.ts';
import { createWorld } from '../../crash/world.ts';
import { draft, emptyDisk, OWNER } from './entries.ts';

const clock = { now: () => 1_700_000_100_000 };
const begin = () => {
  const db = emptyDisk();
  return { db, store: createStore({ db, clock, policy: QUEUE_POLICY }) };
};

describe('the queue on the disk', () => {
  it('QUEUE-05 QUEUE-07 STORE-05 keeps an entry whole', async () => {
    const { db, store } = begin();
    const seq = await store.add(draft(1));
    expect(await (await db()).getAll('queue')).toEqual([
      {
        id: '00000000-0000-4000-8000-000000000001',
        method: 'POST',
        url: '/api/devices',
        data: { name: 'Taxi 1' },
        headers: { 'content-type': 'application/json' },
        timestamp: Date.UTC(2026, 0, 5, 8),
        retryCount: 0,
        maxRetries: 3,
        priority: 5,
        metadata: { type: 'devices.create', description: 'Taxi 1' },
        owner: OWNER,
        seq,
        state: 'waiting',
      },
    ]);
  });

  it('QUEUE-12 QUEUE-13 OPEN-QUEUE-01 a hundred and one leave ninety-one, and the ten are listed with their reason and counted', async () => {
    const { store } = begin();
    for (let n = 0; n < 101; n++) await store.add(draft(n));
    expect(await store.list(OWNER)).toHaveLength(91);
    const failed = await store.failed(OWNER);
    expect(failed.map(({ id, reason }) => [id, reason])).toEqual(
      Array.from({ length: 10 }, (_, n) => [draft(n).id, 'pruned']),
    );
    expect(await store.tally()).toEqual({ ...NO_TALLY, accepted: 101, pruned: 10 });
  });

  it('QUEUE-12 a burst of a hundred and fifty in one go never leaves more than a hundred', async () => {
    const { store } = begin();
    await Promise.all(Array.from({ length: 150 }, async (_, n) => store.add(draft(n))));
    const left = await store.list(OWNER);
    expect(left.length).toBeLessThanOrEqual(100);
    expect(left.at(-1)?.id).toBe(draft(149).id);
    expect(await store.tally()).toEqual({ ...NO_TALLY, accepted: 150, pruned: 150 - left.length });
  });

  it('QUEUE-14 AMBIG-QUEUE-08 a full disk takes the older half, and the write is tried once more', async () => {
    const world = createWorld();
    const db = world.connectionOf(world.born());
    const store = createStore({ db, clock, policy: QUEUE_POLICY });
    for (let n = 0; n < 40; n++) await store.add(draft(n));
    world.fullAt(1);
    await store.add(draft(40));
    const left = await store.list(OWNER);
    expect(left.map(({ id }) => id)).toEqual(Array.from({ length: 21 }, (_, n) => draft(20 + n).id));
    expect(await store.tally()).toEqual({ ...NO_TALLY, accepted: 41, pruned: 20 });
  });

  it('a full disk takes nothing of the outbox: media give way, and where nothing does the caller hears of it', async () => {
    for (const gaveWay of [true, false]) {
      const world = createWorld();
      const db = world.connectionOf(world.born());
      const makeRoom = () => Promise.resolve(gaveWay);
      const store = createStore({ db, clock, policy: OUTBOX_POLICY, makeRoom });
      for (let n = 0; n < 40; n++) await store.add(draft(n));
      world.fullAt(1);
      const added = store.add(draft(40)).then(
        () => 'kept',
        (error: Error) => error.name,
      );
      expect(await added).toBe(gaveWay ? 'kept' : 'QuotaExceededError');
      expect(await store.list(OWNER)).toHaveLength(gaveWay ? 41 : 40);
    }
  });

  it('QUEUE-19 QUEUE-20 STORE-06 AMBIG-QUEUE-06 of sixty failures the newest fifty are listed: the entry, when, and why', async () => {
    const { db, store } = begin();
    for (let n = 0; n < 60; n++) {
      const seq = await store.add(draft(n));
      await store.settle({ seq, to: 'failed', reason: 'refused', said: { status: 422, error: 'RULE' } });
    }
    const failed = await store.failed(OWNER);
    expect(failed.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => draft(10 + n).id));
    expect(failed[0]).toEqual({
      ...draft(10),
      no: 11,
      failedAt: clock.now(),
      reason: 'refused',
      said: { status: 422, error: 'RULE' },
    });
    expect([...(await db()).objectStoreNames]).toEqual(
      expect.arrayContaining(['queue', 'failed_requests', 'outbox']),
    );
    expect(await store.tally()).toEqual({ ...NO_TALLY, accepted: 60, failed: 60 });
  });

  it('Q4 whatever no longer fits into the list of fifty is counted for its owner, and each failure is reported by one page, once', async () => {
    const { db, store } = begin();
    const other = { user: 'u2', tenant: 't1' };
    const fail = async (n: number, owner: Owner) => {
      const seq = await store.add(draft(n, { owner }));
      await store.settle({ seq, to: 'failed', reason: 'exhausted', said: {} });
    };
    for (let n = 0; n < 4; n++) await fail(n, other);
    for (let n = 4; n < 60; n++) await fail(n, OWNER);
    const counts = async () =>
      Promise.all(
        [OWNER, other].map(async owner => [(await store.failed(owner)).length, await store.unlisted(owner)]),
      );
    expect(await counts()).toEqual([
      [50, 6],
      [0, 4],
    ]);
    const { failed, pruned } = await store.tally();
    expect(failed + pruned).toBe(60);
    const pages = [store, createStore({ db, clock, policy: QUEUE_POLICY })];
    const reported = (await Promise.all(pages.map(async page => page.takeUnreported(OWNER)))).flat();
    expect(reported.map(({ no, reason }) => [no, reason])).toEqual(
      Array.from({ length: 50 }, (_, n) => [11 + n, 'exhausted']),
    );
    await store.clearUnlisted(OWNER);
    await store.wipe('u2');
    expect(await counts()).toEqual([
      [50, 0],
      [0, 0],
    ]);
  });

  it('what is taken back from the failed list waits again under its own key, and all of it is accounted for', async () => {
    const { store } = begin();
    const seq = await store.add(draft(1));
    await store.settle({ seq, to: 'failed', reason: 'exhausted', said: {} });
    const [failed] = await store.failed(OWNER);
    await store.add(draft(1), failed!.no);
    expect(await store.failed(OWNER)).toEqual([]);
    expect((await store.list(OWNER)).map(({ id }) => id)).toEqual([draft(1).id]);
    await store.withdraw((await store.list(OWNER))[0]!.seq);
    expect(await store.tally()).toEqual({ ...NO_TALLY, accepted: 2, failed: 1, dropped: 1 });
  });

  it('what was made upon the same version lies there upon the new one once the first is done', async () => {
    const { store } = begin();
    const ofOne = { method: 'PATCH', url: '/api/devices/7', headers: { 'if-match': '"3"' } } as const;
    const [first] = [await store.add(draft(1, ofOne)), await store.add(draft(2, ofOne))];
    await store.settle({ seq: first, to: 'done', version: 4 });
    expect((await store.list(OWNER)).map(({ headers }) => headers['if-match'])).toEqual(['"4"']);
  });

  it('OPEN-QUEUE-05 shows each only his own, in his tenant', async () => {
    const { store } = begin();
    const owners = [OWNER, { user: 'u1', tenant: 't2' }, { user: 'u2', tenant: 't1' }, { device: 'd1' }];
    for (const [n, owner] of owners.entries()) await store.add(draft(n, { owner }));
    for (const [n, owner] of owners.entries())
      expect((await store.list(owner)).map(({ id }) => id)).toEqual([draft(n).id]);
  });

  it('OPEN-QUEUE-05 a sign-out leaves nothing of this user, and everything of another', async () => {
    const { store } = begin();
    const other = { user: 'u2', tenant: 't1' };
    await store.add(draft(1));
    await store.add(draft(2, { owner: other }));
    const seq = await store.add(draft(3));
    await store.settle({ seq, to: 'failed', reason: 'refused', said: {} });
    await store.wipe('u1');
    expect([await store.list(OWNER), await store.failed(OWNER)]).toEqual([[], []]);
    expect(await store.list(other)).toHaveLength(1);
  });

  it('OPEN-QUEUE-05 what was parked for want of a sign-in waits again with it', async () => {
    const { store } = begin();
    const [a, b] = [await store.add(draft(1)), await store.add(draft(2))];
    await store.settle({ seq: a, to: 'parked', reason: 'signed_out' });
    await store.settle({ seq: b, to: 'parked', reason: 'too_old' });
    await store.unpark(OWNER, 'signed_out');
    expect((await store.list(OWNER)).map(({ state, reason }) => [state, reason])).toEqual([
      ['waiting', undefined],
      ['parked', 'too_old'],
    ]);
  });
});
