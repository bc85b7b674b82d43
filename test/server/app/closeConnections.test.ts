/** A stop waits for no connection that has no answer coming. */
import { Agent, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { systemClock, type Clock } from '../../../shared/clock.ts';
import { manualClock } from '../../support/clock.ts';
import { selfSigned } from '../../support/mailServer.ts';
import { startTestServer, TEST_PASSWORD, type TestServerOptions } from '../../support/server/server.ts';

async function listening(config: TestServerOptions['config'] = {}, clock: Clock = systemClock) {
  const t = await startTestServer({ config, clock });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  return { t, port: (t.app.server.address() as AddressInfo).port };
}
async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise(done => socket.once('close', done));
  await new Promise<void>(done => socket.once('connect', () => done()));
  return { socket, closed };
}
const aMoment = () => new Promise(done => setTimeout(done, 50));

it.each([
  ['one that has sent nothing', ''],
  ['half a head', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  ['one that is kept after its answer', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nG'],
])(
  '%s is closed at once',
  async (_what, sent) => {
    const { t, port } = await listening();
    const { socket, closed } = await open(port);
    if (sent !== '') socket.write(sent);
    if (sent.endsWith('G')) await new Promise(done => socket.once('data', done));
    else await aMoment();
    await t.close();
    await closed;
  },
  10_000,
);

it('one that should be encrypted and has not begun to be is closed at once', async () => {
  const { key, cert } = selfSigned();
  const { t, port } = await listening({ tls: { key: Buffer.from(key), cert: Buffer.from(cert) } });
  const { closed } = await open(port);
  await aMoment();
  await t.close();
  await closed;
}, 10_000);

it('one that is kept is closed with the answer that was coming when the stop began', async () => {
  const { t, port } = await listening();
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ email: t.admin.email, password: TEST_PASSWORD });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const options = { port, host: '127.0.0.1', path: '/api/auth/login', method: 'POST', headers, agent };
  const begun = new Promise(done => t.app.server.once('request', done));
  const answer = new Promise<number>((done, fail) => {
    request(options, found => found.resume().once('end', () => done(found.statusCode ?? 0)))
      .on('error', fail)
      .end(body);
  });
  await begun;
  const began = performance.now();
  await t.close();
  expect([200, 503]).toContain(await answer);
  /** A connection that is kept would last for a minute and more. */
  expect(performance.now() - began).toBeLessThan(4_000);
  agent.destroy();
}, 30_000);

function written(by: { headers: Record<string, string> }, path: string, body: object): string {
  const text = JSON.stringify(body);
  const heads = {
    ...{ host: 'x', 'content-type': 'application/json', 'content-length': text.length },
    ...{ 'idempotency-key': crypto.randomUUID(), ...by.headers },
  };
  const lines = Object.entries(heads).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${path} HTTP/1.1`, ...lines, '', text].join('\r\n');
}
async function exchanging(port: number) {
  const { socket, closed } = await open(port);
  let text = '';
  socket.on('data', bytes => (text += bytes.toString()));
  return { socket, closed, status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0) };
}

it('three calls that were written before the stop are all answered, be it by 503', async () => {
  const { t, port } = await listening();
  const callers = await Promise.all([1, 2, 3].map(() => exchanging(port)));
  await aMoment();
  const heard = new Promise(done => t.app.server.once('request', done));
  for (const { socket } of callers) socket.write(written(t.admin, '/api/playlists', { name: 'Loop' }));
  await heard;
  await t.close();
  await Promise.all(callers.map(({ closed }) => closed));
  for (const { status } of callers) expect([200, 503]).toContain(status());
}, 30_000);

it('a call that has come whole is answered, however long it takes; a body that does not come is waited for for five seconds', async () => {
  const clock = manualClock(Date.now());
  const { t, port } = await listening({}, clock);
  const [whole, half] = [await exchanging(port), await exchanging(port)];
  let release = () => {};
  const isHeld = new Promise<void>(held => {
    void t.db.transaction(async tx => {
      await tx.execute(sql`lock table playlists in access exclusive mode`);
      held();
      await new Promise<void>(done => (release = done));
    });
  });
  await isHeld;
  const text = written(t.admin, '/api/playlists', { name: 'Loop' });
  whole.socket.write(text);
  half.socket.write(text.slice(0, -5));
  await aMoment();
  const closing = t.close();
  await aMoment();
  await clock.advance(5_000);
  await half.closed;
  expect([half.status(), whole.status()]).toEqual([0, 0]);
  release();
  await whole.closed;
  expect(whole.status()).toBe(200);
  await closing;
}, 30_000);
