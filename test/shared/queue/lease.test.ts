/** Pages of a browser without Web Locks, over one database. */
import { describe, expect, it } from 'vitest';
import { createLease, LEASE_MS } from '../../../shared/queue/lease.ts';
import { draft } from './entries.ts';
import { begin, DONE } from './laneWorld.ts';

const SECOND = 1_000;

/** Pages whose requests take a second each, and what each of them had under way at once with another. */
function browser() {
  const first = begin();
  const { clock, db, store } = first;
  const underway = new Map<string, number>();
  const overlaps: string[] = [];
  const sent: string[] = [];

  function open(page: string) {
    const state = { isFrozen: false };
    /** A frozen page runs no timer; what it had asked for stays unanswered. */
    const own = {
      ...clock,
      after: (ms: number, fn: () => void) => clock.after(ms, () => (state.isFrozen ? undefined : fn())),
    };
    const lease = createLease({
      db,
      clock: own,
      name: 'queue_lease',
      holder: page,
      onFault: error => {
        throw error;
      },
    });
    const { lane } = begin({
      beside: { db, clock },
      answer: async entry => {
        const others = [...underway].filter(([other, count]) => other !== page && count > 0);
        overlaps.push(...others.map(([other]) => `${other} and ${page}`));
        underway.set(page, (underway.get(page) ?? 0) + 1);
        sent.push(`${page} ${entry.metadata.description}`);
        await new Promise<void>(done => void clock.after(SECOND, done));
        underway.set(page, (underway.get(page) ?? 0) - 1);
        return state.isFrozen ? new Promise<never>(() => undefined) : DONE;
      },
      ports: { clock: own, lock: lease.lock, isLocked: lease.isHeld },
    });
    return { lane, lease, freeze: () => void (state.isFrozen = true) };
  }
  return { clock, store, open, overlaps, sent, underway };
}

async function fill({ store }: Pick<ReturnType<typeof browser>, 'store'>, count: number) {
  for (let n = 0; n < count; n++) await store.add(draft(n));
}
const OWNER = draft(0).owner;

describe('without Web Locks', () => {
  it('Q8 of three pages one sends at a time, and all of it is sent once', async () => {
    const world = browser();
    await fill(world, 20);
    for (const page of ['a', 'b', 'c'].map(world.open)) void page.lane.kick();
    for (let n = 0; n < 40; n++) await world.clock.advance(SECOND);
    expect(world.overlaps).toEqual([]);
    expect(world.sent).toHaveLength(20);
    expect(await world.store.list(OWNER)).toEqual([]);
  });

  it('Q8 what a frozen page leaves another sends, once nothing of the first can be under way any more', async () => {
    const world = browser();
    await fill(world, 12);
    const [a, b] = [world.open('a'), world.open('b')];
    void a.lane.kick();
    await world.clock.advance(0);
    while (world.sent.length < 6) await world.clock.advance(100);
    a.freeze();
    void b.lane.kick();
    await world.clock.advance(LEASE_MS - 10 * SECOND);
    expect(world.sent.filter(one => one.startsWith('b'))).toEqual([]);
    for (let n = 0; n < 60; n++) await world.clock.advance(SECOND);
    expect(world.overlaps).toEqual([]);
    expect(await world.store.list(OWNER)).toEqual([]);
  });

  it('Q8 a page that slept past its lease sends nothing before it has it again', async () => {
    const world = browser();
    const { lease } = world.open('a');
    const isHeld: boolean[] = [];
    await lease.lock(() => {
      isHeld.push(lease.isHeld());
      world.clock.jump(LEASE_MS);
      isHeld.push(lease.isHeld());
      world.clock.jump(-LEASE_MS);
      return Promise.resolve();
    });
    expect(isHeld).toEqual([true, false]);
    expect(lease.isHeld()).toBe(false);
  });

  it('a page that ends leaves it to the next at once', async () => {
    const world = browser();
    await fill(world, 3);
    const [a, b] = [world.open('a'), world.open('b')];
    let hasBegun = false;
    void a.lease.lock(() => {
      hasBegun = true;
      return new Promise<never>(() => undefined);
    });
    while (!hasBegun) await world.clock.advance(0);
    a.freeze();
    a.lease.release();
    void b.lane.kick();
    for (let n = 0; n < 5; n++) await world.clock.advance(SECOND);
    expect(world.sent).toHaveLength(3);
  });
});
