import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey, makeScreen, signedHeaders, type Screen } from '../../support/device.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { uuid7 } from '../../../shared/random.ts';

const MANIFEST = { method: 'GET', target: '/api/player/manifest' };
const clock = manualClock(Date.now());
let test: TestServer;
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
  screen = makeScreen(test);
  await screen.pair(test.admin);
});
afterAll(() => test.close());

const get = (headers: Record<string, string>, url = MANIFEST.target) => test.app.inject({ url, headers });
const signed = (
  options: Partial<Parameters<typeof signedHeaders>[2]> = {},
  request = MANIFEST,
  key = screen.key,
) => signedHeaders(key, request, { id: screen.id, ms: clock.now(), ...options });

describe('a signature of a screen', () => {
  it('opens what it signs', async () => {
    expect((await get(signed())).statusCode).toBe(200);
  });

  const refusals: [what: string, headers: () => Record<string, string>, status: number, code: string][] = [
    ['nothing', () => ({}), 401, 'AUTH_REQUIRED'],
    ['no signature', () => ({ ...signed(), 'x-device-signature': '' }), 401, 'AUTH_REQUIRED'],
    [
      'a signature that is too short',
      () => ({ ...signed(), 'x-device-signature': 'AAAA' }),
      401,
      'AUTH_REQUIRED',
    ],
    [
      'a time without an end',
      () => ({ ...signed(), 'x-device-time': String(clock.now()) }),
      401,
      'AUTH_REQUIRED',
    ],
    ['an end past ten minutes', () => signed({ ttl: 601 }), 401, 'AUTH_REQUIRED'],
    ['an end at once', () => signed({ ttl: 0 }), 401, 'AUTH_REQUIRED'],
    [
      'an id that is none',
      () => ({ ...signed(), 'x-device': `1.${screen.key.key_id}` }),
      401,
      'AUTH_REQUIRED',
    ],
    ['an unknown screen', () => signed({ id: uuid7(clock.now()) }), 401, 'DEVICE_UNKNOWN'],
    ['an unknown key', () => signed({}, MANIFEST, makeKey()), 401, 'DEVICE_UNKNOWN'],
    [
      'another path',
      () => signed({}, { method: 'GET', target: '/api/player/time' }),
      401,
      'INVALID_CREDENTIALS',
    ],
    [
      'another method',
      () => signed({ ttl: 60 }, { ...MANIFEST, method: 'POST' }),
      401,
      'INVALID_CREDENTIALS',
    ],
    [
      'another query',
      () => signed({}, { ...MANIFEST, target: '/api/player/manifest?x' }),
      401,
      'INVALID_CREDENTIALS',
    ],
    ['another origin', () => signed({ origin: 'https://elsewhere.example' }), 401, 'INVALID_CREDENTIALS'],
    [
      'a time changed afterwards',
      () => ({ ...signed(), 'x-device-time': `${clock.now() - 1}.600` }),
      401,
      'INVALID_CREDENTIALS',
    ],
    ['a pairing key', () => signed({ id: 'pairing' }), 401, 'DEVICE_UNKNOWN'],
  ];
  it.each(refusals)('with %s is refused', async (_what, headers, status, code) => {
    const answer = await get(headers());
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([status, code]);
    expect(answer.headers['x-server-time']).toBe(String(clock.now()));
  });

  it.each([
    ['at the end of its time', -605_000, 200],
    ['after its time', -605_001, 401],
    ['from a clock that runs ahead', 605_000, 200],
    ['from a clock days ahead', 3 * 86_400_000, 401],
    ['from 1970', -clock.now() + 1, 401],
  ])('%s answers by our clock', async (_what, shift, status) => {
    const answer = await get(signed({ ms: clock.now() + shift }));
    expect(answer.statusCode).toBe(status);
    if (status === 401)
      expect(answer.json()).toMatchObject({ error: 'CLOCK', details: { server_ms: clock.now() } });
  });

  it('of a write ends after a minute and covers the body', async () => {
    const body = JSON.stringify({ a: 1 });
    const write = { method: 'POST', target: '/api/player/heartbeat', body };
    const send = (headers: Record<string, string>, payload = body) =>
      test.app.inject({
        method: 'POST',
        url: write.target,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await send(signed({ ttl: 61 }, write))).statusCode).toBe(401);
    expect((await send(signed({}, write))).json()).toMatchObject({ error: 'VALIDATION' });
    expect((await send(signed({}, write), '{"a":2}')).json()).toMatchObject({ error: 'INVALID_CREDENTIALS' });
  });

  it('is not remembered for another text', async () => {
    const good = signed();
    expect((await get(good)).statusCode).toBe(200);
    const other = await get(good, `/api/player/documents/${'0'.repeat(64)}`);
    expect(other.json()).toMatchObject({ error: 'INVALID_CREDENTIALS' });
  });

  it('dies with its key, also where it was remembered', async () => {
    const lost = makeScreen(test);
    await lost.pair(test.admin);
    const headers = signedHeaders(lost.key, MANIFEST, { id: lost.id, ms: clock.now() });
    expect((await get(headers)).statusCode).toBe(200);
    const revoked = await test.app.inject({
      method: 'DELETE',
      url: `/api/devices/${lost.id}/keys/${lost.key.key_id}`,
      headers: test.admin.headers,
    });
    expect(revoked.statusCode).toBe(204);
    const after = await get(headers);
    expect([after.statusCode, after.json<{ error: string }>().error]).toEqual([403, 'DEVICE_REVOKED']);
  });
});
