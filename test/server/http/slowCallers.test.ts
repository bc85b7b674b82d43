/** Callers who hang up, or send slowly, through a socket (promise S8). */
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AT_ONCE } from '../../../shared/contract/wire/limits.ts';
import { uuid7 } from '../../../shared/random.ts';
import { tenants } from '../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { begin as beginUpload, fixture } from '../../support/server/upload.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  t.app.server.closeAllConnections();
  return t.close();
});

it('a call whose caller hangs up while it waits for its turn is never worked on', async () => {
  const { headers } = await t.signIn('manager');
  const get = () => t.app.inject({ url: '/api/playlists', headers });
  await get();
  const [before] = [t.server.queries(), await get()];
  const ofOneCall = t.server.queries() - before;
  const { port } = t.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const begun = t.server.queries();
  const others = Array.from({ length: 5 * AT_ONCE.user.atOnce }, get);
  const received = once(t.app.server, 'request');
  socket.write(
    `GET /api/playlists HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers['authorization']}\r\n\r\n`,
  );
  const [call] = (await received) as [IncomingMessage];
  const closed = new Promise<void>(done => call.socket.once('close', () => done()));
  socket.destroy();
  await closed;
  const statuses = await Promise.all(others.map(async answer => (await answer).statusCode));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await get()).statusCode).toBe(200);
  expect(t.server.queries() - begun).toBe((others.length + 1) * ofOneCall);
});

describe('a body that comes slowly, or never', () => {
  /** Says so much of a call, and no more. */
  async function begin(head: readonly string[]): Promise<Socket> {
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    const received = once(t.app.server, 'request');
    socket.write([...head, '', ''].join('\r\n'));
    await received;
    return socket;
  }

  const nobody = `X-Device: ${uuid7(1)}.${'A'.repeat(43)}`;
  it.each<[string, string, string[], number]>([
    ['shows no session', 'POST /api/migrations', [], 401],
    ['is no screen', 'POST /api/player/plays', [], 401],
    ['is a screen that nobody knows', 'POST /api/player/plays', [nobody], 401],
    ['shows no key of a partner', 'POST /api/police/v1/alerts', [], 401],
    ['calls an address where nothing is', 'POST /api/nowhere', [], 404],
  ])(
    'is not waited for where its sender %s',
    async (_who, line, headers, status) => {
      const socket = await begin([
        ...[`${line} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers],
        'Content-Length: 900000',
      ]);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      socket.destroy();
    },
    20_000,
  );

  it('holds none of its user’s turns where it is a file', async () => {
    const { headers } = await t.signIn('manager');
    const sockets: Socket[] = [];
    for (let n = 0; n < AT_ONCE.user.atOnce; n++) {
      const begun = await t.app.inject({
        ...{ method: 'POST', url: '/api/uploads' },
        headers: {
          ...{ ...headers, 'tus-resumable': '1.0.0', 'upload-length': '1000' },
          'upload-metadata': `filetype ${Buffer.from('image/png').toString('base64')}`,
        },
      });
      expect(begun.statusCode).toBe(201);
      const socket = await begin([
        ...[`PATCH ${new URL(String(begun.headers['location']), 'http://x').pathname} HTTP/1.1`, 'Host: x'],
        ...[`Authorization: ${headers['authorization']}`, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0'],
        ...['Content-Type: application/offset+octet-stream', 'Content-Length: 1000'],
      ]);
      socket.write('slow');
      sockets.push(socket);
    }
    expect((await t.app.inject({ url: '/api/playlists', headers })).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
  }, 20_000);

  it('holds none where it comes with the call that begins the upload', async () => {
    const { headers } = await t.signIn('manager');
    const sockets: Socket[] = [];
    for (let n = 0; n < AT_ONCE.user.atOnce; n++) {
      const socket = await begin([
        ...['POST /api/uploads HTTP/1.1', 'Host: x', `Authorization: ${headers['authorization']}`],
        ...['Tus-Resumable: 1.0.0', 'Upload-Length: 1000', 'Content-Length: 1000'],
        `Upload-Metadata: filetype ${Buffer.from('image/png').toString('base64')}`,
        'Content-Type: application/offset+octet-stream',
      ]);
      socket.write('slow');
      sockets.push(socket);
    }
    expect((await t.app.inject({ url: '/api/playlists', headers })).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
  }, 20_000);
});

it.each<[string, (who: Awaited<ReturnType<TestServer['signIn']>>) => Promise<unknown>]>([
  [
    'signs out',
    ({ headers }) => t.app.inject({ method: 'POST', url: '/api/auth/logout', headers, payload: {} }),
  ],
  [
    'comes to owe a second factor',
    ({ tenant_id }) =>
      t.db
        .update(tenants)
        .set({ require_second_factor_roles: ['manager'] })
        .where(eq(tenants.id, tenant_id)),
  ],
])(
  'a file is refused whose user %s while it is sent',
  async (_what, lose) => {
    const who = await t.signIn('manager', await t.addTenant(`upload-${uuid7(Date.now())}`));
    const bytes = fixture('picture.jpg');
    const begun = await beginUpload(t, who, { bytes: bytes.length, fields: { filename: 'picture.jpg' } });
    const { port } = t.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      [
        ...[`PATCH ${new URL(String(begun.headers['location']), 'http://x').pathname} HTTP/1.1`, 'Host: x'],
        ...[`Authorization: ${who.headers['authorization']}`, `X-Tenant-Id: ${who.tenant_id}`],
        ...['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream'],
        ...[`Content-Length: ${bytes.length}`, '', ''],
      ].join('\r\n'),
    );
    socket.write(bytes.subarray(0, 1_000));
    /** He was let in once something of it is there. */
    const name = String(begun.headers['location']).split('/').at(-1) ?? '';
    const file = join(t.server.config.dataDir, 'uploads', name);
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(0), { timeout: 10_000 });
    await lose(who);
    socket.write(bytes.subarray(1_000));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 403 /);
    socket.destroy();
  },
  20_000,
);
