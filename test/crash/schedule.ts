/** One schedule: two tabs of one browser and its worker, what people do in them, and what befalls them, all from one seed. */
import { ANYONE, NO_TALLY, type Draft, type Owner } from '../../shared/queue/entry.ts';
import type { Clock } from '../../shared/clock.ts';
import { createLane } from '../../shared/queue/lane.ts';
import { OUTBOX_POLICY, QUEUE_POLICY, type Outcome, type Policy } from '../../shared/queue/policy.ts';
import { createSend, type SendPorts } from '../../shared/queue/send.ts';
import type { LOCKS } from '../../shared/queue/names.ts';
import { createStore, type Store } from '../../shared/queue/store.ts';
import type { Connection } from '../../shared/device/storage.ts';
import type { Account, History } from './check.ts';
import { dice, type Dice } from './dice.ts';
import { createNet, type Net, type Server, type Weather } from './net.ts';
import { createOracle } from './oracle.ts';
import { createWire } from './wire.ts';
import { createWorker } from './worker.ts';
import { createWorld, type Life, type World } from './world.ts';

/** One piece of our own code made wrong, to see that it would be noticed. */
export interface Mutant {
  send?: (send: (entry: never) => Promise<Outcome>, store: Store) => (entry: never) => Promise<Outcome>;
  fetch?: (fetch: SendPorts['fetch']) => SendPorts['fetch'];
  db?: (db: Connection) => Connection;
  lock?: () => (work: () => Promise<void>) => Promise<void>;
}
export interface Setting {
  policy: Policy;
  mutant?: Mutant;
  /** A model of its own, where none is given. */
  server?: Server;
  /** False: two tabs alone, as schedules were before the worker was among them. */
  hasWorker?: boolean;
  /** Whose entries they are, where that does not follow from the policy. */
  owner?: Owner;
  /** How a tab hands in what it writes: it stores it and lets its lane send, where no other way is named. */
  handIn?: HandIn;
}
export interface Writer {
  /** The open tab. */
  store: Store;
  kick: () => Promise<void>;
  clock: Clock;
  /** Its own calls, beside what its lane sends. */
  fetch: SendPorts['fetch'];
}
/** `stored` is called as soon as it is on the disk, `refused` once the person has heard that it is not done. */
export type HandIn = (
  writer: Writer,
  draft: Draft,
  call: NonNullable<ReturnType<Server['write']>['call']>,
  heard: { stored: (seq: number) => void; refused: () => void },
) => void;

const USER = 'u1';
const OWNER: Owner = { user: USER, tenant: 't1' };
const WEATHERS: readonly Weather[] = ['fair', 'fair', 'lossy', 'lossy', 'down', 'portal', 'busy', 'absurd'];
const STEPS = 40;
const TABS = 2;
/** The longest a server may ask a lane to wait is an hour. */
const LONGEST_CALM_MIN = 300;
const WORKER_SEED = 0x9e37;
/** Small, so that schedules of forty steps fill it. */
const CAPACITY = 12;

interface Tab extends Writer {
  life: Life;
}

export interface Place {
  world: World;
  net: Net;
  server: Server;
  dice: Dice;
  policy: Policy;
  overlaps: string[];
  /** Requests under way, of whom is alive. */
  underway: Map<Life, number>;
}
const ownerOf = ({ policy, owner }: Pick<Setting, 'policy' | 'owner'>): Owner =>
  owner ?? (policy.capacity === null ? ANYONE : OWNER);
const lockNameOf = ({ policy, owner }: Pick<Setting, 'policy' | 'owner'>): keyof typeof LOCKS =>
  policy.capacity !== null ? 'userLane' : owner === undefined ? 'outbox' : 'userOutbox';

function open(place: Place, setting: Setting): Tab {
  const { mutant = {} } = setting;
  const { world, server, policy } = place;
  const life = world.born();
  const clock = world.clockOf(life);
  const db = world.connectionOf(life);
  const store = createStore({
    db: mutant.db?.(db) ?? db,
    clock,
    policy,
    makeRoom: () => Promise.resolve(true),
  });
  const wire = createWire(place, life);
  const one = createSend({
    fetch: mutant.fetch?.(wire) ?? wire,
    clock,
    credentials: () => Promise.resolve({ token: 't', headers: server.own }),
    renew: () => Promise.resolve('unreachable'),
  });
  const send = mutant.send?.(one, store) ?? one;
  const lane = createLane({
    store,
    policy,
    clock,
    lock: mutant.lock?.() ?? world.lockOf(life, lockNameOf(setting)),
    owner: () => (life.dead ? null : ownerOf(setting)),
    isOnline: () => !life.dead,
    isServerReachable: () => Promise.resolve(true),
    send: entries => Promise.all(entries.map(entry => send(entry as never))),
    onFault: () => undefined,
  });
  void lane.kick();
  /** Calls of two tabs may run side by side; lanes may not. */
  const own = createWire({ ...place, underway: new Map(), overlaps: [] }, life);
  return { life, store, clock, fetch: mutant.fetch?.(own) ?? own, kick: () => lane.kick() };
}

/** Fair weather until nothing waits any more: a lane that is stuck shows as what is left. */
async function calm(world: World, tabs: readonly Tab[]) {
  let idle = 0;
  for (const tab of tabs) void tab.kick().then(() => (idle += 1));
  for (let minutes = 0; idle < tabs.length && minutes < LONGEST_CALM_MIN; minutes++) {
    await world.advance(60_000);
    for (let hops = 0; hops < 20; hops++) await world.pass();
  }
}

/** Runs it to its end, then lets the weather clear and all that can be done be done. */
export async function run(seed: number, setting: Setting): Promise<History> {
  const chance = dice(seed);
  const server = setting.server ?? createOracle();
  const world = createWorld(server.settled);
  const { hasWorker = true } = setting;
  /** Of its own, so that a seed of two tabs alone means what it meant. */
  const besides = dice(seed ^ WORKER_SEED);
  const net = createNet(chance, server, hasWorker ? besides : null);
  const policy: Policy =
    setting.policy.capacity === null ? OUTBOX_POLICY : { ...QUEUE_POLICY, capacity: CAPACITY };
  const overlaps: string[] = [];
  const place: Place = { world, net, server, dice: chance, policy, overlaps, underway: new Map() };
  const owner = ownerOf(setting);
  const start = () => open(place, setting);
  const tabs = Array.from({ length: TABS }, start);
  const worker = createWorker(place, USER);
  const accounts: Account[] = [];
  const history: History = {
    offered: [],
    accepted: new Map(),
    refused: new Set(),
    effects: [],
    left: [],
    failed: [],
    tally: null,
    accounts,
    overlaps,
  };

  function write(n: number) {
    const record = chance.below(3);
    const grouped = chance.chance(0.5);
    const group = grouped ? String(record) : null;
    const poison = chance.chance(0.08);
    const { call, ...asked } = server.write({ seed, n, group, poison });
    const op = asked.id;
    const draft: Draft = {
      ...asked,
      timestamp: world.now(),
      retryCount: 0,
      maxRetries: 3,
      priority: 1 + chance.below(9),
      owner,
    };
    const tab = chance.pick(tabs);
    history.offered.push({ op, group: call ? null : group, poison });
    if (setting.handIn && call)
      return setting.handIn(tab, draft, call, {
        stored: seq => void (tab.life.dead || history.accepted.set(op, seq)),
        refused: () => void (tab.life.dead || history.refused.add(op)),
      });
    tab.store.add(draft).then(
      seq => {
        if (tab.life.dead) return;
        history.accepted.set(op, seq);
        void tab.kick();
      },
      () => undefined,
    );
  }

  const observer = world.born();
  /** What the disk says at this moment, in one transaction. */
  async function account(): Promise<Account> {
    const { table } = policy;
    const stores = [table, 'tallies', 'failed_requests'] as const;
    const tx = (await world.connectionOf(observer)()).transaction(stores);
    const [lying, tally, listed] = await Promise.all([
      tx.objectStore(table).count(),
      tx.objectStore('tallies').get(table),
      tx.objectStore('failed_requests').count(),
    ]);
    return { lying, tally: tally ?? NO_TALLY, listed };
  }

  for (let step = 0; step < STEPS; step++) {
    for (let hops = chance.below(6); hops > 0; hops--) await world.pass();
    if (chance.chance(0.55)) write(step);
    if (chance.chance(0.2)) net.weather(chance.pick(WEATHERS));
    if (chance.chance(0.12)) world.fullAt(1 + chance.below(3));
    if (chance.chance(0.05)) world.jump((chance.below(3) - 1) * 86_400_000);
    if (chance.chance(0.35)) await world.advance(chance.below(20_000));
    if (chance.chance(0.25)) {
      const at = chance.below(TABS);
      await world.kill(tabs[at]!.life, chance.chance(0.5));
      tabs[at] = start();
    }
    if (hasWorker) {
      if (besides.chance(0.3)) net.arrive();
      if (besides.chance(0.2)) worker.run();
      if (besides.chance(0.15)) await worker.kill();
    }
    accounts.push(await account());
  }
  net.weather('fair');
  net.arrive();
  world.fullAt(Infinity);
  await calm(world, tabs);
  await world.pass();
  history.effects = await server.effects();
  const { store } = tabs[0]!;
  history.left = await store.list(owner);
  history.failed = await store.failed(owner);
  history.tally = await store.tally();
  await worker.kill();
  for (const life of [observer, ...tabs.map(tab => tab.life)]) await world.kill(life, false);
  return history;
}
