/** A report that no command waits for is answered before the framework, and only as the route would answer it. */
import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ALERTS_VERSION_HEADER } from '../../../../shared/contract/alerts/alertSignals.ts';
import { heartbeat } from '../../../../shared/contract/playout/manifest.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeKey, makeScreen, signedHeaders, type Screen } from '../../../support/device.ts';
import { said as healthy } from '../../../support/reported.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const ORIGIN = 'http://screens.example';
const clock = manualClock(Date.now());
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
afterAll(async () => {
  agent.destroy();
  await t.close();
});

interface Sent {
  body: string;
  headers: Record<string, string>;
  /** Where the body is cut in two, the second half sent once the first was read. */
  pieces?: readonly string[];
  more?: readonly string[];
  agent?: Agent;
}
interface Answered {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  isRouted: boolean;
}
const PAUSE_MS = 40;
/** Longer than what is known of builds is believed. */
const ROLLOUTS_FOR_MS = 60_000;
const send = ({ body, headers, pieces = [body], more = [], agent: by = agent }: Sent) =>
  new Promise<Answered>((done, fail) => {
    const before = routed();
    const { port } = t.app.server.address() as AddressInfo;
    const sent = [...Object.entries({ host: 'screens.example', ...headers }).flat(), ...more];
    const options = {
      agent: by,
      host: '127.0.0.1',
      port,
      path: heartbeat.path,
      method: 'POST',
      headers: sent,
    };
    const sending = request(options, answer => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => {
        const { date: _date, 'keep-alive': _kept, connection: _connection, ...rest } = answer.headers;
        done({ status: answer.statusCode ?? 0, headers: rest, body: text, isRouted: routed() > before });
      });
    }).on('error', fail);
    const [first = '', ...rest] = pieces;
    sending.write(first);
    setTimeout(() => sending.end(rest.join('')), rest.length > 0 ? PAUSE_MS : 0);
  });
function report(value: unknown = healthy(), key = screen.key, id = screen.id): Sent {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  const signing = { id, ms: clock.now(), origin: ORIGIN };
  const signed = signedHeaders(key, { method: 'POST', target: heartbeat.path, body }, signing);
  const { host: _host, ...headers } = signed;
  return {
    body,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    },
  };
}
const withHeaders = (sent: Sent, headers: Record<string, string>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});
const inTwo = (sent: Sent): Sent => ({ ...sent, pieces: [sent.body.slice(0, 20), sent.body.slice(20)] });
/** What the route answers, from which the headers of later ones are. */
async function routedOnce() {
  const answer = await send(inTwo(report()));
  expect([answer.status, answer.isRouted]).toEqual([200, true]);
  return answer;
}

it('gets what the route answers, to the last header, one after the other on the same socket', async () => {
  let ended = 0;
  t.app.server.prependListener('request', (request: IncomingMessage) => request.once('close', () => ended++));
  const { isRouted: _isRouted, ...route } = await routedOnce();
  const own = { 'x-request-id': expect.any(String) as string };
  for (let n = 0; n < 3; n++) {
    const { isRouted, ...answer } = await send(report());
    expect(isRouted).toBe(false);
    expect({ ...answer, headers: { ...answer.headers, ...own } }).toEqual({
      ...route,
      headers: { ...route.headers, ...own },
    });
    expect(answer.headers['x-request-id']).not.toBe(route.headers['x-request-id']);
  }
  /** A body that stays unread would keep its request. */
  await vi.waitFor(() => expect(ended).toBe(4));
  expect(Object.keys(route.headers).sort()).toEqual(
    [
      ...['content-type', 'content-length', 'x-content-type-options'],
      ...['x-request-id', 'x-server-time', ALERTS_VERSION_HEADER],
    ].sort(),
  );
});

it('is kept, costs no statement of its own and stands in the metrics', async () => {
  await routedOnce();
  await clock.advance(30_000);
  await t.network.sightings.flush();
  /** It reads which builds are rolled out, for all screens and some seconds. */
  await send(report());
  const before = t.server.queries();
  const sent = { ...healthy(), app_version: '0.1.0\ud800\0x', manifest_version: 7 };
  expect((await send(report(sent))).isRouted).toBe(false);
  expect(t.server.queries()).toBe(before);
  await t.network.sightings.flush();
  const seen = await call(t, t.admin, 'GET', `/api/devices/${screen.id}`);
  expect(seen.json()).toMatchObject({
    last_seen_at: new Date(clock.now()).toISOString(),
    reported: { app_version: '0.1.0x', manifest_version: 7 },
  });
  const { body } = await t.app.inject({ url: '/metrics' });
  expect(body).toMatch(
    /wayside_http_seconds_count\{method="POST",route="\/api\/player\/heartbeat",status="200"\} \d+/,
  );
});

it.each<[string, () => Sent, status: number]>([
  ['one in two pieces', () => inTwo(report()), 200],
  ['one of unknown length', () => inTwo(withHeaders(report(), { 'transfer-encoding': 'chunked' })), 200],
  [
    'another way to name its form',
    () => withHeaders(report(), { 'content-type': 'application/json; charset=utf-8' }),
    200,
  ],
  ['a packed one', () => withHeaders(report(), { 'content-encoding': 'gzip' }), 415],
  ['a field too many', () => report({ ...healthy(), more: 1 }), 400],
  ['what is no JSON', () => report('{"app_version":'), 400],
  ['what would change a prototype', () => report('{"__proto__":{"a":1}}'), 400],
  ['a wrong signature', () => withHeaders(report(), { 'x-device-signature': 'A'.repeat(86) }), 401],
  ['the signature of other bytes', () => ({ ...report(), body: `${report().body} ` }), 401],
  ['a key of somebody else', () => report(healthy(), makeKey()), 401],
  [
    'one that is too old',
    () => withHeaders(report(), { 'x-device-time': `${clock.now() - 600_000}.60` }),
    401,
  ],
])('%s goes to the route, whole', async (_what, sent, status) => {
  await routedOnce();
  const { body, ...rest } = sent();
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const isChunked = 'transfer-encoding' in rest.headers;
  if (isChunked) delete rest.headers['content-length'];
  const answer = await send({ body, ...rest, headers: { ...rest.headers, ...(isChunked ? {} : length) } });
  expect([answer.status, answer.isRouted || status === 401]).toEqual([status, true]);
  expect(JSON.parse(answer.body)).toHaveProperty(status === 200 ? 'server_ms' : 'error');
});

it('of more at once than a screen has turns the rest takes its turn at the route, and all are answered', async () => {
  await routedOnce();
  let open = () => {};
  const opened = new Promise<void>(done => (open = done));
  const acrossTenants = t.server.tenantTransactions.acrossTenants.bind(t.server.tenantTransactions);
  /** What is rolled out is read anew, and the answer waits for it. */
  await clock.advance(6_000);
  const held = vi
    .spyOn(t.server.tenantTransactions, 'acrossTenants')
    .mockImplementation(async act => (await opened, acrossTenants(act)));
  const before = routed();
  const sent = Array.from({ length: 7 }, () => send({ ...report(), agent: new Agent() }));
  await vi.waitFor(() => expect(routed() - before).toBe(3));
  open();
  const answers = await Promise.all(sent);
  held.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
});

it('two hosts are refused by the route', async () => {
  await routedOnce();
  const answer = await send({ ...report(), more: ['Host', 'other.example'] });
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { error: 'VALIDATION' }]);
});

it('a command comes with the next report, and the end of its service is heard by it', async () => {
  await routedOnce();
  expect((await send(report())).isRouted).toBe(false);
  const admin = await t.signIn('admin');
  const payload = { kind: 'identify', params: {} };
  const url = `/api/devices/${screen.id}/commands`;
  expect((await call(t, admin, 'POST', url, { payload })).statusCode).toBe(200);
  await t.hearNotices();
  const commanded = await send(report());
  expect(commanded.isRouted).toBe(true);
  expect(JSON.parse(commanded.body)).toMatchObject({ commands: [{ kind: 'identify' }] });
  await call(t, admin, 'POST', `/api/devices/${screen.id}/retire`, { payload: {} });
  await t.hearNotices();
  const ended = await send(report());
  expect([ended.status, JSON.parse(ended.body)]).toMatchObject([403, { error: 'DEVICE_REVOKED' }]);
});

it('gets an answer, not a broken connection, where the server stops while it waits for the database', async () => {
  const other = makeScreen(t, undefined, ORIGIN);
  await other.pair(t.admin);
  const ofOther = () => report(healthy(), other.key, other.id);
  await send(inTwo(ofOther()));
  expect((await send(ofOther())).isRouted).toBe(false);
  await clock.advance(ROLLOUTS_FOR_MS);
  const { tenantTransactions } = t.server;
  const acrossTenants = tenantTransactions.acrossTenants.bind(tenantTransactions);
  const slow = vi.spyOn(tenantTransactions, 'acrossTenants');
  const asked = new Promise<() => void>(done => {
    slow.mockImplementationOnce(async work => {
      await new Promise<void>(goOn => done(goOn));
      return acrossTenants(work);
    });
  });
  const answer = send(ofOther());
  const goOn = await asked;
  const stopped = t.app.close();
  await new Promise(done => setTimeout(done, PAUSE_MS));
  goOn();
  expect([200, 503]).toContain((await answer).status);
  await stopped;
});
