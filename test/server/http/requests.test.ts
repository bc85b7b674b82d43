/** Requests that are not what they seem are refused with words, not served and not crashed on. */
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';
import { TUS } from '../../support/server/upload.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

const port = () => (t.app.server.address() as AddressInfo).port;
const raw = (text: string) =>
  new Promise<string>((done, fail) => {
    let answer = '';
    const socket = connect(port(), '127.0.0.1', () => socket.end(text));
    socket.on('data', bytes => (answer += bytes.toString()));
    socket.on('end', () => done(answer));
    socket.on('error', fail);
  });

it('two Hosts are one too many', async () => {
  const ask = (hosts: string) => raw(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
  expect(await ask('Host: a.example\r\n')).toMatch(/^HTTP\/1\.1 200/);
  expect(await ask('Host: a.example\r\nHost: b.example\r\n')).toMatch(/^HTTP\/1\.1 400/);
});

it('a time before the year 1000 is none, so that no export is cut off in its middle', async () => {
  const url = (from: string) => `/api/audit-events/export?from=${from}`;
  const ask = (from: string) => t.app.inject({ url: url(from), headers: t.admin.headers });
  expect((await ask('0000-01-01T00:00:00.000Z')).statusCode).toBe(400);
  expect((await ask('0999-12-31T00:00:00.000Z')).statusCode).toBe(400);
  expect((await ask('1000-01-01T00:00:00.000Z')).statusCode).toBe(200);
});

it('an upload is not joined from several', async () => {
  const headers = { ...t.admin.headers, ...TUS, 'upload-concat': 'partial', 'upload-length': '10' };
  const answer = await t.app.inject({ method: 'POST', url: '/api/uploads', headers });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: 'VALIDATION' }]);
});

it('the link of a reset names this server’s own port, whatever the Host says', async () => {
  const { email } = await t.signIn('viewer');
  await raw(
    `POST /api/auth/reset-link HTTP/1.1\r\nHost: localhost:1\r\nContent-Type: application/json\r\nContent-Length: ${JSON.stringify({ email }).length}\r\nConnection: close\r\n\r\n${JSON.stringify({ email })}`,
  );
  await expect.poll(() => t.emails.filter(({ to }) => to === email).length).toBe(1);
  expect(t.emails.at(-1)?.text).toContain(`http://localhost:${port()}/auth#reset=`);
});

describe('TRUST_PROXY', () => {
  it.each<[boolean | number, string]>([
    [false, '10.9.9.9'],
    [1, '203.0.113.2'],
    [2, '203.0.113.1'],
    [true, '198.51.100.66'],
  ])('%s takes the address that so many proxies vouch for', async (trustProxy, expected) => {
    const behind = await startTestServer({ config: { trustProxy } });
    const { email } = await behind.signIn('viewer');
    const login = await behind.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '10.9.9.9',
      headers: { 'x-forwarded-for': '198.51.100.66, 203.0.113.1, 203.0.113.2' },
      payload: { email, password: TEST_PASSWORD },
    });
    const { tokens } = login.json<{ tokens: { access_token: string } }>();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const answer = await behind.app.inject({ url: '/api/sessions', headers });
    const current = answer
      .json<{ items: { ip: string; is_current: boolean }[] }>()
      .items.find(session => session.is_current);
    expect(current?.ip).toBe(expected);
    await behind.close();
  });
});
