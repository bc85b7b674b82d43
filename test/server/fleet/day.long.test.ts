/** Bytes of one day on a metered link: both directions, headers included. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtFile } from '../../../server/app/pages.ts';
import { INTERVALS } from '../../../player/link/intervals.ts';
import type { Item } from '../../../player/engine/state.ts';
import { installWorker } from '../../../player/app/worker.ts';
import { every, instant } from '../../../shared/clock.ts';
import { createConsent } from '../../../shared/consent/consent.ts';
import { createConsentRecord } from '../../../shared/consent/record.ts';
import type { Tokens } from '../../../shared/contract/identity/auth.ts';
import { presence } from '../../../shared/contract/fleet/device.ts';
import { uuid7 } from '../../../shared/random.ts';
import { createTelemetry } from '../../../shared/telemetry/telemetry.ts';
import { TEST_PASSWORD } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { aTaxi, type Taxi } from './taxi.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;
const BUDGET_BYTES = 5_000_000;
const PLAY_BUDGET_BYTES = 250;
const ITEM_MS = 10_000;
const PLAYS_AN_HOUR = HOUR_MS / ITEM_MS;

let taxi: Taxi;
beforeAll(async () => {
  taxi = await aTaxi();
});
afterAll(() => taxi.close());

type Spent = ReturnType<ReturnType<Taxi['count']>>['spent'];
const bytesOf = (spent: Spent) => [...spent.values()].reduce((sum, { bytes }) => sum + bytes, 0);
const callsOf = (spent: Spent, call: string) => spent.get(call)?.calls ?? 0;
const tell = (spent: Spent) =>
  console.log([...spent].map(([call, { calls, bytes }]) => `${calls} × ${call}: ${bytes} bytes`).join('\n'));

it('an hour on a metered link without any other call takes 60 health checks and no speed test', async () => {
  const end = taxi.count();
  const stop = taxi.watch().start();
  await taxi.clock.advance(HOUR_MS - 1);
  stop();
  const { spent } = end();
  expect([...spent.keys()]).toEqual(['HEAD /api/health']);
  expect(callsOf(spent, 'HEAD /api/health')).toBe(60);
});

/** The browser's part of an update: the script with its validator. Without a build there is none to be had. */
async function aWorker() {
  const address = '/sw.js';
  const ask = (headers: Record<string, string>) =>
    taxi.counted(taxi.fetch(address, { headers }).then(async answer => (await answer.arrayBuffer(), answer)));
  /** As Chromium asks for it past its cache. */
  const script = { 'cache-control': 'max-age=0', 'service-worker': 'script' };
  const first = await ask(script);
  const etag = first.headers.get('etag') ?? '"none"';
  const answers: number[] = [];
  const registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: null,
    update: async () => void answers.push((await ask({ ...script, 'if-none-match': etag })).status),
  });
  const silent = () => undefined;
  const workers = Object.assign(new EventTarget(), {
    controller: { postMessage: silent },
    getRegistration: () => Promise.resolve(registration),
    register: () => Promise.resolve(registration),
  });
  const start = () =>
    installWorker({
      clock: taxi.clock,
      workers: workers as unknown as ServiceWorkerContainer,
      ...{
        onChunkDamaged: silent,
        onBuildBad: silent,
        onUpdate: silent,
        onUpdateFailed: silent,
        reload: silent,
      },
      ...{
        onStorageLoss: silent,
        onInstallFailed: silent,
        wasThere: () => Promise.resolve(true),
        rememberWorker: () => Promise.resolve(),
      },
      ...{
        shown: Promise.resolve(),
        entry: '/assets/online.js',
        askServer: () => Promise.resolve(),
        onVerdict: silent,
      },
      onFault: error => expect.fail(String(error)),
      random: () => 0.5,
    });
  return { start, answers, unchanged: builtFile('/sw.js') === null ? 404 : 304 };
}

/** An owner whose console stands open beside it: what keeps him signed in. */
async function anOwner() {
  const { email } = await taxi.t.signIn('device_owner');
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const answer = await taxi.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return { cookies: answer.headers.getSetCookie(), body: (await answer.json()) as object };
  };
  const { cookies, body } = await post('/api/auth/login', { email, password: TEST_PASSWORD });
  const cookie = cookies.map(one => one.split(';')[0]).join('; ');
  let { tokens } = body as { tokens: Tokens };
  const refresh = async () => {
    const { refresh_token } = tokens;
    const fresh = (await post('/api/auth/refresh', { refresh_token }, cookie)).body as Tokens & {
      tokens?: Tokens;
    };
    tokens = fresh.tokens ?? fresh;
  };
  return { refresh: () => taxi.counted(refresh()) };
}

/** Errors of a screen whose operator allowed to tell of them. */
function telling() {
  const log = (message: string) => expect.fail(message);
  const storage = {
    read: () => Promise.resolve(createConsentRecord({ errors: true }, 0)),
    write: () => Promise.resolve(),
  };
  return createTelemetry({
    consent: createConsent({ storage, clock: taxi.clock, onOtherTab: () => undefined, log }),
    clock: taxi.clock,
    fetch: taxi.fetch,
    origin: 'https://signs.example',
    isMetered: taxi.monitor.metered,
    isOnline: () => true,
    log,
  });
}

it(
  'P9 OPEN-NET-02 X5 X35 X40 a day on a metered link costs less than 5 MB: health, heartbeat, manifest, update checks, telemetry and refresh',
  { timeout: 120_000 },
  async () => {
    const { clock, monitor, content, t } = taxi;
    expect(monitor.metered()).toBe(true);
    const [worker, owner, telemetry] = [await aWorker(), await anOwner(), telling()];
    const end = taxi.count();
    taxi.start();
    void worker.start();
    every(clock, 15 * MINUTE_MS, owner.refresh);
    every(clock, HOUR_MS, () =>
      telemetry.report({ url: '/api/player/manifest', error: new Error('Load failed') }),
    );

    await clock.advance(6 * HOUR_MS);
    const before = content.version();
    const { headers } = await t.signIn('admin');
    const url = `/api/devices/${taxi.device_id}`;
    const { version } = (await t.app.inject({ url, headers })).json<{ version: number }>();
    const change = { ...headers, 'if-match': `"${version}"`, 'idempotency-key': uuid7(clock.now()) };
    const changed = await t.app.inject({ method: 'PATCH', url, headers: change, payload: { name: 'Cab 7' } });
    expect(changed.statusCode).toBe(200);
    await clock.advance(INTERVALS.heartbeat.metered + 1_000);
    await expect.poll(() => content.active()?.config?.name).toBe('Cab 7');
    expect(content.version()).toBe(before + 1);
    await clock.advance((DAY_HOURS - 6) * HOUR_MS - INTERVALS.heartbeat.metered - 1_000);

    const { spent, made } = end();
    tell(spent);
    console.log(`${(bytesOf(spent) / 1e6).toFixed(2)} MB a day of control traffic`);
    expect(bytesOf(spent)).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(callsOf(spent, 'POST /api/player/heartbeat')).toBeGreaterThanOrEqual(1_430);
    expect(callsOf(spent, 'GET /api/player/manifest')).toBeGreaterThanOrEqual(288);
    expect(callsOf(spent, 'GET /api/player/manifest')).toBeLessThanOrEqual(291);
    expect(worker.answers).toEqual(Array.from({ length: DAY_HOURS - 1 }, () => worker.unchanged));
    expect(callsOf(spent, 'POST /api/auth/refresh')).toBeGreaterThanOrEqual(95);
    expect(telemetry.length()).toBeGreaterThanOrEqual(DAY_HOURS - 1);
    expect([...spent.keys()].filter(call => /errors|plays|^GET \/api\/health/.test(call))).toEqual([]);
    expect(callsOf(spent, 'HEAD /api/health')).toBeLessThanOrEqual(2);
    expect(monitor.store.getState()).toMatchObject({ status: 'online', consecutiveFailures: 0 });

    const longest = Math.max(...made.slice(1).map((at, i) => at - (made[i] ?? at)));
    expect(presence(instant(clock.now() - longest - 10_000), clock.now())).toBe('online');
  },
);

it('P9 an hour of plays, one each 10 s, costs at most 250 bytes a play as the delivery batches them', async () => {
  const { clock, plays, t } = taxi;
  taxi.start();
  const admin = await t.signIn('admin');
  const { id: creative_id, asset } = await addCreative(t, admin);
  const items = Array.from({ length: 8 }, (_, i) => ({
    ...{
      id: uuid7(clock.now() + i),
      creative_id,
      name: `Item ${i}`,
      kind: 'video',
      asset,
      duration_ms: ITEM_MS,
    },
  })) as unknown as Item[];
  /** Frames come and go as on a real machine. */
  let seed = 7;
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const end = taxi.count();
  for (let n = 0; n < PLAYS_AN_HOUR; n++) {
    const item = items[n % items.length]!;
    const due = clock.mono();
    const key = await plays.open(item, due);
    const at = due + Math.round(chance() * 160) / 10;
    const frames = () => ({ rendered: 590 + Math.round(chance() * 10), dropped: Math.round(chance() * 3) });
    await plays.mark(key, item, at, { mono: at, visible_ms: 0, frames: frames() });
    await clock.advance(ITEM_MS);
    const over = at + ITEM_MS + Math.round(chance() * 16_000) / 1_000;
    const seen = { mono: over, visible_ms: over - at, frames: frames() };
    await plays.close(key, { ending: 'completed', at: over, seen });
  }
  await clock.advance(INTERVALS.plays.metered);
  const { spent } = end();
  tell(spent);
  const { calls, bytes } = spent.get('POST /api/player/plays')!;
  console.log(`${(bytes / PLAYS_AN_HOUR).toFixed(0)} bytes a play`);
  expect(calls).toBeLessThanOrEqual(HOUR_MS / INTERVALS.plays.metered + 1);
  expect(bytes / PLAYS_AN_HOUR).toBeLessThanOrEqual(PLAY_BUDGET_BYTES);
  const told = await t.app.inject({
    url: '/api/programmatic/plays/summary',
    headers: (await t.signIn('admin')).headers,
  });
  expect(told.json()).toMatchObject({ plays: PLAYS_AN_HOUR, quarantined: 0 });
});
