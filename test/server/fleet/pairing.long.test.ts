import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { devices } from '../../../server/db/schema.ts';
import { sha256Hex } from '../../../shared/contract/wire/bytes.ts';
import type { FirstPlan } from '../../../player/link/pairing.ts';
import { CODE_ALPHABET } from '../../../shared/contract/fleet/pairing.ts';
import { PRESENCE_S, type Device, type ReplacementCandidate } from '../../../shared/contract/fleet/device.ts';
import { manualClock } from '../../support/clock.ts';
import { makeKey, makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { said } from '../../support/reported.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;
const clock = manualClock(Date.now());
let test: TestServer;
let admin: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer({ clock });
});
/** Each test has its own minute and its own account. */
beforeEach(async () => {
  await clock.advance(MINUTE_MS);
  admin = await test.signIn('admin');
});
afterEach(() => void (test.network.onPairing = null));
afterAll(() => test.close());

const claim = (payload: object, headers = admin.headers) =>
  test.app.inject({ method: 'POST', url: '/api/devices/pair', headers, payload });
const stateOf = async (screen: ReturnType<typeof makeScreen>, id: string) =>
  (await screen.call('GET', `/api/player/pairing/${id}`)).json<Record<string, unknown>>();

it('eight calls of one screen at once get one code, and of those who claim it one gets the screen', async () => {
  const screen = makeScreen(test);
  const codes = await Promise.all(Array.from({ length: 8 }, () => screen.askCode()));
  expect(new Set(codes.map(({ code }) => code)).size).toBe(1);
  const claims = await Promise.all(codes.slice(0, 4).map(({ code }) => claim({ code })));
  expect(claims.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404]);
});

it('a screen shows a code of six signs, is claimed with it, and its key speaks for the device', async () => {
  const screen = makeScreen(test);
  const { id, code, server_ms } = await screen.askCode();
  expect(code).toMatch(new RegExp(`^[${CODE_ALPHABET}]{6}$`));
  expect(server_ms).toBe(clock.now());
  expect(await stateOf(screen, id)).toMatchObject({ state: 'issued', code });

  const claimed = await claim({
    code: `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase(),
    name: 'Cab 1182',
  });
  expect(claimed.statusCode).toBe(200);
  const device = claimed.json<Device>();
  expect(device).toMatchObject({ name: 'Cab 1182', state: 'paired', presence: 'never', tz: 'Europe/Berlin' });
  const { plan, ...known } = (await stateOf(screen, id)) as { plan?: FirstPlan };
  expect(known).toEqual({
    state: 'claimed',
    device_id: device.id,
    key_id: screen.key.key_id,
    tenant: { name: expect.any(String) as string },
    server_key: test.server.keys.manifest.jwk,
  });
  screen.is(device.id);
  const head = await screen.head();
  expect(head.version).toBe(1);
  expect(plan?.head).toEqual(head);
  expect(await Promise.all((plan?.documents ?? []).map(text => sha256Hex(text)))).toEqual(
    head.documents.map(({ sha256 }) => sha256),
  );
});

it('gives the same code again while it lasts, and a new one after ten minutes', async () => {
  const screen = makeScreen(test);
  const first = await screen.askCode();
  expect(await screen.askCode()).toMatchObject({ id: first.id, code: first.code });
  await clock.advance(10 * MINUTE_MS);
  expect(await stateOf(screen, first.id)).toEqual({ state: 'expired' });
  const second = await screen.askCode();
  expect(second.id).not.toBe(first.id);
  admin = await test.signIn('admin');
  const late = await claim({ code: first.code });
  expect([late.statusCode, late.json()]).toMatchObject([404, { details: { code: [expect.any(String)] } }]);
});

it('takes a code once, also when two people type it at the same time', async () => {
  const screen = makeScreen(test);
  const { code } = await screen.askCode();
  const answers = await Promise.all([claim({ code }), claim({ code })]);
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 404]);
});

it('refuses the sixth wrong try of a minute, by address and by account, and says when to come back', async () => {
  const screen = makeScreen(test);
  const { code } = await screen.askCode();
  const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`;
  const tries = await Promise.all(Array.from({ length: 8 }, () => claim({ code: wrong })));
  expect(tries.map(answer => answer.statusCode).sort()).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
  const right = await claim({ code });
  const wait = Number(right.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(right.json()).toMatchObject({ error: 'RATE_LIMITED', details: { retry_after_s: wait } });
  const other = await test.signIn('admin');
  expect((await claim({ code }, other.headers)).statusCode).toBe(429);
  await clock.advance(MINUTE_MS);
  expect((await claim({ code })).statusCode).toBe(200);
});

it('right codes are not counted: a depot pairs twenty screens in a row', async () => {
  for (let n = 0; n < 20; n++) {
    const { code } = await makeScreen(test).askCode();
    expect((await claim({ code })).statusCode).toBe(200);
  }
});

it('a replacement keeps name, playlist and history of the lost screen, whose key ends', async () => {
  const lost = makeScreen(test);
  const device = await lost.pair(admin, { name: 'Cab 7' });
  const before = await lost.head();
  const next = makeScreen(test);
  const replaced = await next.pair(admin, { replaces: device.id });
  expect(replaced).toMatchObject({ id: device.id, name: 'Cab 7' });
  expect((await next.head()).version).toBeGreaterThan(before.version);
  const old = await lost.call('GET', '/api/player/manifest');
  expect([old.statusCode, old.json<{ error: string }>().error]).toEqual([403, 'DEVICE_REVOKED']);
  const again = await lost.call('POST', '/api/player/pairing', { jwk: lost.key.jwk, facts: lost.facts });
  expect(again.statusCode).toBe(401);
});

it('who replaces a screen that another has just replaced is refused, and that one keeps its key', async () => {
  const lost = makeScreen(test);
  const { id: replaces, version: replaces_version } = await lost.pair(admin, { name: 'Cab 8' });
  const [next, late] = [makeScreen(test), makeScreen(test)];
  await next.pair(admin, { replaces, replaces_version });
  const { code } = await late.askCode();
  const refused = await claim({ code, replaces, replaces_version });
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([412, 'VERSION_CONFLICT']);
  expect((await next.call('GET', '/api/player/manifest')).statusCode).toBe(200);
  /** Its code is right, so that none of these counts as a wrong one. */
  for (let n = 0; n < 6; n++)
    expect((await claim({ code, replaces, replaces_version })).statusCode).toBe(412);
  const now = await call(test, admin, 'GET', `/api/devices/${replaces}`);
  const { version } = now.json<{ version: number }>();
  expect((await claim({ code, replaces, replaces_version: version })).statusCode).toBe(200);
});

describe('a screen that lost itself', () => {
  const same = async (code: string, by = admin) =>
    (await call(test, by, 'GET', `/api/devices/pair?code=${code}`)).json<{ items: ReplacementCandidate[] }>()
      .items;
  const aTablet = (more: Partial<Screen['facts']> = {}) => {
    const screen = makeScreen(test);
    Object.assign(screen.facts, {
      user_agent: 'Tablet Chrome/131.0.0.0',
      resolution: '1280x800',
      ...more,
    });
    return screen;
  };
  const asks = async (more = {}) => (await aTablet(more).askCode()).code;

  it('is offered its former name to whoever pairs it, once that is silent', async () => {
    const lost = aTablet();
    const device = await lost.pair(admin, { name: 'Cab 31' });
    await lost.call('POST', '/api/player/heartbeat', said());
    expect(await same(await asks())).toEqual([]);
    await clock.advance(PRESENCE_S.online * 1_000 + 1);
    /** Its browser is newer, and it hangs upright. */
    const code = await asks({ user_agent: 'Tablet Chrome/132.0.1.7', resolution: '800x1280' });
    expect(await same(code)).toEqual([
      { id: device.id, name: 'Cab 31', last_seen_at: expect.any(String) as string, version: 1 },
    ]);
    const back = await claim({ code, replaces: device.id });
    expect(back.json()).toMatchObject({ id: device.id, name: 'Cab 31' });
  });

  it('is not mixed up with another make, a retired one or one of another tenant', async () => {
    expect(await same(await asks({ user_agent: 'Stick Chrome/131.0.0.0' }))).toEqual([]);
    expect(await same(await asks({ resolution: '1920x1080' }))).toEqual([]);
    const stranger = await test.signIn('manager', await test.addTenant('same-make'));
    expect(await same(await asks(), stranger)).toEqual([]);
    const [lost] = await same(await asks());
    await call(test, admin, 'POST', `/api/devices/${lost?.id}/retire`, { payload: {} });
    expect(await same(await asks())).toEqual([]);
  });

  it('is asked for by a code that is counted like every other try', async () => {
    const ask = () => call(test, admin, 'GET', '/api/devices/pair?code=AAAAAA');
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push((await ask()).statusCode);
    expect(answers).toEqual([404, 404, 404, 404, 404, 429]);
  });
});

it('refuses to replace a screen of another tenant', async () => {
  const tenant = await test.addTenant('other-fleet');
  const stranger = await test.signIn('manager', tenant);
  const theirs = makeScreen(test);
  const device = await theirs.pair(stranger);
  const { code } = await makeScreen(test).askCode();
  const manager = await test.signIn('manager');
  expect((await claim({ code, replaces: device.id }, manager.headers)).statusCode).toBe(404);
  expect((await theirs.call('GET', '/api/player/manifest')).statusCode).toBe(200);
});

it('a screen that kept its key but lost its number is told at once who it is', async () => {
  const screen = makeScreen(test);
  const device = await screen.pair(admin);
  screen.is('pairing');
  const { id, now } = await screen.askCode();
  expect(now).toMatchObject({ state: 'claimed', device_id: device.id });
  expect(await stateOf(screen, id)).toEqual(now);
});

it('a revoked key cannot pair again', async () => {
  const screen = makeScreen(test);
  const { id } = await screen.pair(admin);
  await test.app.inject({
    method: 'POST',
    url: `/api/devices/${id}/retire`,
    headers: admin.headers,
    payload: {},
  });
  screen.is('pairing');
  const again = await screen.call('POST', '/api/player/pairing', {
    jwk: screen.key.jwk,
    facts: screen.facts,
  });
  expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([403, 'DEVICE_REVOKED']);
});

it('a code can only be asked for with the key that signs, and only its screen may watch it', async () => {
  const screen = makeScreen(test);
  const { id } = await screen.askCode();
  const thief = makeScreen(test);
  expect((await thief.call('GET', `/api/player/pairing/${id}`)).statusCode).toBe(404);
  const forged = await thief.call('POST', '/api/player/pairing', { jwk: makeKey().jwk, facts: thief.facts });
  expect(forged.statusCode).toBe(401);
  const noPoint = { ...thief.key.jwk, x: 'A'.repeat(43) };
  expect(
    (await thief.call('POST', '/api/player/pairing', { jwk: noPoint, facts: thief.facts })).statusCode,
  ).toBe(401);
});

it('refuses the sixty-first new code of a minute from one address', async () => {
  for (let n = 0; n < 60; n++) await makeScreen(test).askCode();
  const screen = makeScreen(test);
  const answer = await screen.call('POST', '/api/player/pairing', {
    jwk: screen.key.jwk,
    facts: screen.facts,
  });
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

it('awaits the hook before it answers, so that a screen may be claimed by then', async () => {
  const seen: string[] = [];
  test.network.onPairing = async (_request, pairing_id) => {
    await Promise.resolve();
    seen.push(pairing_id);
  };
  const { id } = await makeScreen(test).askCode();
  expect(seen).toEqual([id]);
});

it('takes a time zone only where it is one', async () => {
  const screen = makeScreen(test);
  const facts = { ...screen.facts, tz: 'Moon/Base' };
  const asked = await screen.call('POST', '/api/player/pairing', { jwk: screen.key.jwk, facts });
  const claimed = await claim({ code: asked.json<{ code: string }>().code });
  const [row] = await test.db.select().from(devices).where(eq(devices.id, claimed.json<Device>().id));
  expect(row?.tz).toBe('UTC');
});
