/** One schedule: two tabs of one browser, what people do in them, and what befalls them, all from one seed. */
import { NO_TALLY, type Draft, type Owner } from '../../shared/queue/entry.ts';
import { createLane } from '../../shared/queue/lane.ts';
import { OUTBOX_POLICY, QUEUE_POLICY, type Outcome, type Policy } from '../../shared/queue/policy.ts';
import { createSend, type SendPorts } from '../../shared/queue/send.ts';
import { createStore, type Store } from '../../shared/queue/store.ts';
import type { Connection } from '../../shared/device/storage.ts';
import type { Account, History } from './check.ts';
import { dice, type Dice } from './dice.ts';
import { createNet, type Net, type Server, type Weather } from './net.ts';
import { createOracle } from './oracle.ts';
import { createWorld, type Life, type World } from './world.ts';

/** One piece of our own code made wrong, to see that it would be noticed. */
export interface Mutant {
  send?: (send: (entry: never) => Promise<Outcome>, store: Store) => (entry: never) => Promise<Outcome>;
  fetch?: (fetch: SendPorts['fetch']) => SendPorts['fetch'];
  db?: (db: Connection) => Connection;
}
export interface Setting {
  policy: Policy;
  mutant?: Mutant;
  /** A model of its own, where none is given. */
  server?: Server;
}

const OWNER: Owner = { user: 'u1', tenant: 't1' };
const WEATHERS: readonly Weather[] = ['fair', 'fair', 'lossy', 'lossy', 'down', 'portal', 'busy', 'absurd'];
const STEPS = 40;
const TABS = 2;
/** The longest a server may ask a lane to wait is an hour. */
const LONGEST_CALM_MIN = 300;
/** Small, so that schedules of forty steps fill it. */
const CAPACITY = 12;

interface Tab {
  life: Life;
  store: Store;
  kick: () => Promise<void>;
}

interface Place {
  world: World;
  net: Net;
  server: Server;
  dice: Dice;
}

function open({ world, net, server, dice }: Place, { policy, mutant = {} }: Setting): Tab {
  const life = world.born();
  const clock = world.clockOf(life);
  const db = world.connectionOf(life);
  const store = createStore({
    db: mutant.db?.(db) ?? db,
    clock,
    policy,
    makeRoom: () => Promise.resolve(true),
  });
  const never = () => new Promise<never>(() => undefined);
  const wire: SendPorts['fetch'] = async (url, init = {}) => {
    for (let hops = dice.below(4); hops >= 0; hops--) await world.pass();
    if (life.dead) return never();
    const gone = () => (life.dead ? never() : undefined);
    try {
      const said = net.answer(url as string, init);
      const answer = said instanceof Promise ? await said : said;
      for (let hops = dice.below(4); hops >= 0; hops--) await world.pass();
      return (await gone()) ?? answer;
    } catch (error) {
      await gone();
      throw error;
    }
  };
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
    lock: world.lockOf(life, 'lane'),
    owner: () => (life.dead ? null : OWNER),
    isOnline: () => !life.dead,
    isServerReachable: () => Promise.resolve(true),
    send: entries => Promise.all(entries.map(entry => send(entry as never))),
    onFault: () => undefined,
  });
  void lane.kick();
  return { life, store, kick: () => lane.kick() };
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
  const net = createNet(chance, server);
  const place = { world, net, server, dice: chance };
  const policy: Policy =
    setting.policy.capacity === null ? OUTBOX_POLICY : { ...QUEUE_POLICY, capacity: CAPACITY };
  const start = () => open(place, { ...setting, policy });
  const tabs = Array.from({ length: TABS }, start);
  const accounts: Account[] = [];
  const history: History = {
    offered: [],
    accepted: new Map(),
    effects: [],
    left: [],
    failed: [],
    tally: null,
    accounts,
  };

  function write(n: number) {
    const record = chance.below(3);
    const grouped = chance.chance(0.5);
    const group = grouped ? String(record) : null;
    const poison = chance.chance(0.08);
    const asked = server.write({ seed, n, group, poison });
    const op = asked.id;
    const draft: Draft = {
      ...asked,
      timestamp: world.now(),
      retryCount: 0,
      maxRetries: 3,
      priority: 1 + chance.below(9),
      owner: OWNER,
    };
    const tab = chance.pick(tabs);
    history.offered.push({ op, group, poison });
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
    const tx = (await world.connectionOf(observer)()).transaction([table, 'tallies']);
    const [lying, tally] = await Promise.all([
      tx.objectStore(table).count(),
      tx.objectStore('tallies').get(table),
    ]);
    return { lying, tally: tally ?? NO_TALLY };
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
    accounts.push(await account());
  }
  net.weather('fair');
  world.fullAt(Infinity);
  await calm(world, tabs);
  await world.pass();
  history.effects = await server.effects();
  const { store } = tabs[0]!;
  history.left = await store.list(OWNER);
  history.failed = await store.failed(OWNER);
  history.tally = await store.tally();
  for (const life of [observer, ...tabs.map(tab => tab.life)]) await world.kill(life, false);
  return history;
}
