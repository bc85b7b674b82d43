/** A poll that brings nothing is answered before the framework, and only where the route would answer the same. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ALERTS_VERSION_HEADER } from '../../../../shared/contract/alerts/alertSignals.ts';
import { manifest } from '../../../../shared/contract/playout/manifest.ts';
import { makeScreen, signedHeaders, type Screen } from '../../../support/device.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const ORIGIN = 'http://screens.example';
const clock = manualClock(Date.now());
let t: TestServer;
let screen: Screen;
/** Calls that reached the route's guard. */
const routed = () => vi.mocked(t.network).authenticateDevice.mock.calls.length;
beforeAll(async () => {
  t = await startTestServer({ clock, config: { publicUrl: ORIGIN } });
  vi.spyOn(t.network, 'authenticateDevice');
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  screen = makeScreen(t, undefined, ORIGIN);
  await screen.pair(t.admin);
});
afterAll(() => t.close());

interface Polled {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  /** Whether the route was asked. */
  isRouted: boolean;
}
/** `more`: pairs of name and value, as they are sent. */
const poll = (headers: Record<string, string>, more: readonly string[] = []) =>
  new Promise<Polled>((done, fail) => {
    const before = routed();
    const { port } = t.app.server.address() as AddressInfo;
    const sent = [...Object.entries({ host: 'screens.example', ...headers }).flat(), ...more];
    request({ host: '127.0.0.1', port, path: manifest.path, headers: sent }, answer => {
      let body = '';
      answer.on('data', (part: Buffer) => (body += part.toString()));
      answer.on('end', () => {
        const { date: _date, 'keep-alive': _kept, connection: _connection, ...rest } = answer.headers;
        done({ status: answer.statusCode ?? 0, headers: rest, body, isRouted: routed() > before });
      });
    })
      .on('error', fail)
      .end();
  });
const sign = (ms = clock.now()) =>
  signedHeaders(screen.key, { method: 'GET', target: manifest.path }, { id: screen.id, ms, origin: ORIGIN });
/** A signature that the route has answered, and what it names. */
async function polled() {
  const headers = sign();
  const whole = await poll(headers);
  expect([whole.status, whole.isRouted]).toEqual([200, true]);
  const again = { ...headers, 'if-none-match': String(whole.headers['etag']) };
  return { again, route: await poll(again) };
}

it('one that was signed before gets what the route answers, to the last header', async () => {
  const { again, route } = await polled();
  const { isRouted, ...answer } = await poll(again);
  expect(isRouted).toBe(false);
  expect(answer.status).toBe(304);
  const own = { 'x-request-id': expect.any(String) as string, 'x-server-time': String(clock.now()) };
  expect({ ...answer.headers, ...own }).toEqual({ ...route.headers, ...own });
  expect(answer.headers['x-server-time']).toBe(String(clock.now()));
  expect(Object.keys(answer.headers).sort()).toEqual([
    ...['cache-control', 'etag', 'x-request-id', 'x-server-time', ALERTS_VERSION_HEADER].sort(),
  ]);
  expect(answer.headers['x-request-id']).not.toBe(route.headers['x-request-id']);
});

it('costs no statement, counts as contact and stands in the metrics', async () => {
  const { again } = await polled();
  await poll(again);
  await clock.advance(30_000);
  /** What falls due by itself meanwhile is not the poll's. */
  await t.network.sightings.flush();
  const before = t.server.queries();
  expect((await poll(again)).isRouted).toBe(false);
  expect(t.server.queries()).toBe(before);
  await t.network.sightings.flush();
  const seen = await call(t, t.admin, 'GET', `/api/devices/${screen.id}`);
  expect(Date.parse(seen.json<{ last_seen_at: string }>().last_seen_at)).toBe(clock.now());
  const { body } = await t.app.inject({ url: '/metrics' });
  expect(body).toMatch(
    /wayside_http_seconds_count\{method="GET",route="\/api\/player\/manifest",status="304"\} \d+/,
  );
});

it.each<[string, (again: Record<string, string>) => [Record<string, string>, string[]?], number]>([
  ['an unsigned one', ({ 'if-none-match': seen }) => [{ 'if-none-match': seen! }], 401],
  ['another signature', again => [{ ...again, ...sign(clock.now() + 1) }], 304],
  ['a wrong signature', again => [{ ...again, 'x-device-signature': 'A'.repeat(86) }], 401],
  [
    'another time under the signature',
    again => [{ ...again, 'x-device-time': `${clock.now() + 1}.600` }],
    401,
  ],
  ['another version', again => [{ ...again, 'if-none-match': '"v0"' }], 200],
  ['no version', ({ 'if-none-match': _seen, ...again }) => [again], 200],
  ['two hosts', again => [again, ['Host', 'other.example']], 400],
  ['a body', again => [{ ...again, 'content-length': '0' }], 304],
])('%s goes to the route', async (_what, change, status) => {
  const { again } = await polled();
  const [headers, more] = change(again);
  const answer = await poll(headers, more);
  expect([answer.status, answer.isRouted]).toEqual([status, status !== 400]);
});

it('a signature that has ended is refused with the time of the server', async () => {
  const { again } = await polled();
  await clock.advance(11 * 60_000);
  const answer = await poll(again);
  expect([answer.status, answer.isRouted]).toEqual([401, true]);
  expect(JSON.parse(answer.body)).toMatchObject({ error: 'CLOCK', details: { server_ms: clock.now() } });
});

it('a change of what it plays, an alert and the end of its service are heard by the next poll', async () => {
  const admin = await t.signIn('admin');
  const { again } = await polled();
  expect((await poll(again)).isRouted).toBe(false);
  const { version } = (await call(t, admin, 'GET', `/api/devices/${screen.id}`)).json<{ version: number }>();
  await call(t, admin, 'PATCH', `/api/devices/${screen.id}`, { payload: { volume: 40 }, version });
  await t.hearNotices();
  expect([(await poll(again)).status]).toEqual([200]);
  const { again: next } = await polled();
  expect((await poll(next)).isRouted).toBe(false);
  await call(t, admin, 'POST', `/api/devices/${screen.id}/retire`, { payload: {} });
  await t.hearNotices();
  const ended = await poll(next);
  expect([ended.status, JSON.parse(ended.body)]).toMatchObject([403, { error: 'DEVICE_REVOKED' }]);
});
