/** A stop waits for no connection that has no answer coming. */
import { Agent, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { selfSigned } from '../../support/mailServer.ts';
import { startTestServer, TEST_PASSWORD, type TestServerOptions } from '../../support/server/server.ts';

async function listening(config: TestServerOptions['config'] = {}) {
  const t = await startTestServer({ config });
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
