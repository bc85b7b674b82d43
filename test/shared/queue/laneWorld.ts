/** A lane over a disk of its own, whose answers come from a function and whose clock stands until told. */
import type { Connection } from '../../../shared/device/storage.ts';
import type { Draft, Entry } from '../../../shared/queue/entry.ts';
import { createLane, type LanePorts } from '../../../shared/queue/lane.ts';
import { QUEUE_POLICY, type Outcome, type Policy } from '../../../shared/queue/policy.ts';
import { createStore } from '../../../shared/queue/store.ts';
import { manualClock } from '../../support/clock.ts';
import { emptyDisk, OWNER } from './entries.ts';

export const DONE: Outcome = { at: 'done' };
export const BUSY: Outcome = { at: 'tried', said: { status: 503 }, retryAfterMs: null };

interface Setting {
  /** Of another page of the same browser. */
  beside?: { db: Connection; clock: ReturnType<typeof manualClock> };
  policy?: Policy;
  answer?: (entry: Entry) => Outcome | Promise<Outcome>;
  ports?: Partial<LanePorts>;
}
export function begin({ beside, policy = QUEUE_POLICY, answer = () => DONE, ports = {} }: Setting = {}) {
  const { db, clock } = beside ?? { db: emptyDisk(), clock: manualClock() };
  const store = createStore({ db, clock, policy });
  const sent: { name: string; at: number }[] = [];
  const world = { online: true, reached: true };
  const lane = createLane({
    store,
    policy,
    clock,
    lock: work => work(),
    owner: () => OWNER,
    isOnline: () => world.online,
    isServerReachable: () => Promise.resolve(world.reached),
    send: entries => {
      for (const entry of entries) sent.push({ name: entry.metadata.description, at: clock.mono() });
      return Promise.all(entries.map(async entry => answer(entry)));
    },
    onFault: error => {
      throw error;
    },
    ...ports,
  });
  const add = (...drafts: Draft[]) => Promise.all(drafts.map(async one => store.add(one)));
  /** Lets what was asked for come to rest, without time passing. */
  const rest = async () => {
    for (let i = 0; i < 30; i++) await clock.advance(0);
  };
  const names = () => sent.map(({ name }) => name);
  return { clock, db, store, sent, names, world, lane, add, rest };
}
