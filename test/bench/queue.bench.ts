/**
 * Our queue beside workbox-background-sync, plain Dexie and raw IndexedDB, in one service worker of one Chromium:
 * Workbox's queue asks for a worker's registration, so all of them run where it can.
 */
import { Browser, bundle } from './queue/browser.ts';
import { SIDES, writeOf, type Ask, type SideName } from './queue/say.ts';
import { benchServer } from './queue/server.ts';

const ENTRIES = 100;
const ROUNDS = 16;
/** Short rounds find the quiet moments of a busy machine, on which a forced write waits longest. */
const FEW = 10;
const SHORT_ROUNDS = 60;
/** A busy machine only ever adds: of the rounds of each side the quieter quarter says most. */
const QUIET = 0.25;
const LATE_MS = 150;
const LOST_OF = 20;
const quiet = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * QUIET)] ?? NaN;
const say = (text: string) => void process.stdout.write(`  ${text}\n`);
const sleep = (ms: number) => new Promise<void>(done => setTimeout(done, ms));

const server = await benchServer(await bundle());
const browser = new Browser(server.origin);
await browser.open();
let next = 0;
let missed = 0;

const ask = (side: SideName, act: Ask['act'], n = 0) => {
  const from = next;
  next += n;
  return browser.ask({ side, act, n, from });
};
type Timed = Map<SideName, number>;

/** The sides take turns, so that a busy machine hits all of them; ms a round. */
async function timed(names: readonly SideName[], rounds: number, work: (side: SideName) => Promise<number>) {
  const seen = new Map<SideName, number[]>(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const side of names) {
      await ask(side, 'clear');
      seen.get(side)!.push(await work(side));
    }
  return new Map([...seen].map(([side, values]) => [side, quiet(values)] as const));
}
const rate = (ms: number) =>
  `${Math.round((ENTRIES / ms) * 1_000)
    .toLocaleString('en')
    .padStart(8)} entries/s`;
function tell(what: string, ms: Timed, goal: number) {
  say(what);
  for (const [side, took] of ms) say(`  ${side.padEnd(22)} ${took.toFixed(1).padStart(9)} ms ${rate(took)}`);
  const ratio = ms.get('workbox')! / ms.get('ours')!;
  if (ratio < goal) missed += 1;
  say(`  ratio to workbox ${ratio.toFixed(2)} (goal ≥ ${goal})`);
}
function tellShare(what: string, ms: number, of: number, goal: number) {
  const share = ms / of;
  if (share > goal) missed += 1;
  say(`${what.padEnd(38)} ${ms.toFixed(0).padStart(6)} ms, ${share.toFixed(3)} of workbox (goal ≤ ${goal})`);
}

async function all(side: SideName, act: Ask['act'], n: number): Promise<number> {
  const { ms, count } = await ask(side, act, n);
  if (count !== n) throw new Error(`${side}: ${count} of ${n} lie there`);
  return ms;
}
async function replayed(side: SideName, act: 'replay' | 'batched' = 'replay'): Promise<number> {
  await all(side, 'burst', ENTRIES);
  server.takeDone();
  const { ms } = await ask(side, act);
  const { size } = server.takeDone();
  if (size !== ENTRIES) throw new Error(`${side}: ${size} of ${ENTRIES} arrived`);
  return ms;
}
/** Writes of which the server never did one, after all was well again. */
async function lost(side: SideName, trouble: () => Promise<void>): Promise<number> {
  await ask(side, 'clear');
  server.takeDone();
  const from = next;
  await all(side, 'burst', LOST_OF);
  await trouble();
  await ask(side, 'replay');
  const done = server.takeDone();
  return Array.from({ length: LOST_OF }, (_, i) => writeOf(from + i).id).filter(id => !done.has(id)).length;
}

try {
  for (const side of SIDES) await all(side, 'one by one', ENTRIES);
  const few = async (side: SideName) => (await all(side, 'one by one', FEW)) * (ENTRIES / FEW);
  tell(`${ENTRIES} one by one`, await timed(SIDES, SHORT_ROUNDS, few), 2);
  tell(`bursts of ${ENTRIES}`, await timed(SIDES, ROUNDS, side => all(side, 'burst', ENTRIES)), 8);
  const each = await timed(SIDES, ROUNDS, side => replayed(side));
  const perWorkbox = (each.get('workbox')! / each.get('ours')!).toFixed(2);
  const inBatches = await timed(['ours'], ROUNDS, side => replayed(side, 'batched'));
  tell(`replay of ${ENTRIES} on loopback`, new Map([...each, ...inBatches]), 3);
  say(`  one call for each entry: ${each.get('ours')!.toFixed(1)} ms, ratio to workbox ${perWorkbox}`);

  server.late(LATE_MS);
  const late = await timed(['workbox', 'ours'], 1, side => replayed(side));
  const batched = await timed(['ours'], 1, side => replayed(side, 'batched'));
  server.late(0);
  const serial = late.get('workbox')!;
  say(`replay of ${ENTRIES} at +${LATE_MS} ms: workbox ${serial.toFixed(0)} ms`);
  tellShare('  ours, six in flight', late.get('ours')!, serial, 0.2);
  tellShare('  ours, batched', batched.get('ours')!, serial, 0.05);

  say(`lost of ${LOST_OF}`);
  for (const side of ['ours', 'workbox'] as const) {
    const refused = (status: number) => async () => {
      server.refuse(status, LOST_OF);
      await ask(side, 'replay');
      server.refuse(0, 0);
    };
    const counts = {
      503: await lost(side, refused(503)),
      429: await lost(side, refused(429)),
      SIGKILL: await lost(side, async () => {
        server.hang(true);
        const before = server.requests();
        ask(side, 'replay').catch(() => undefined);
        while (server.requests() === before) await sleep(20);
        await browser.kill();
        server.hang(false);
        await browser.open();
      }),
    };
    const told = Object.entries(counts).map(([trouble, n]) => `${trouble} ${n}`);
    if (side === 'ours' && Object.values(counts).some(n => n > 0)) missed += 1;
    say(`  ${side.padEnd(22)} ${told.join(', ')}${side === 'ours' ? ' (goal 0)' : ''}`);
  }
  say(missed === 0 ? 'every goal is reached' : `${missed} goals are missed`);
  if (missed > 0) process.exitCode = 1;
} finally {
  await browser.remove();
  server.close();
}
