/** Callers who are cut off in the middle of what they send, as in a tunnel: nothing of it is a fault of the server. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const INFO = 30;
const ERROR = 50;
interface Line {
  level: number;
  msg: string;
}
let t: TestServer;
let lines: Line[] = [];
beforeAll(async () => {
  t = await startTestServer({ config: { logLevel: 'debug' } });
  const stream = Object.getOwnPropertySymbols(t.app.log).find(one => one.description === 'pino.stream');
  (t.app.log as unknown as Record<symbol, object>)[stream!] = {
    write: (line: string) => void lines.push(JSON.parse(line) as Line),
  };
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => void (lines = []));
afterAll(() => {
  t.app.server.closeAllConnections();
  return t.close();
});

const WAYS = (['destroy', 'end', 'resetAndDestroy'] as const).flatMap(how =>
  [0, 100].map(after_ms => ({ how, after_ms })),
);
/** Sends the head and some bytes of the body, then is gone: before its turn has come, or while its body is waited for. */
async function cutOff(head: readonly string[], { how, after_ms }: (typeof WAYS)[number]): Promise<void> {
  const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const received = once(t.app.server, 'request');
  socket.write([...head, 'Host: x', 'Content-Length: 1000', '', '{"name": "Day '].join('\r\n'));
  await received;
  await new Promise(done => setTimeout(done, after_ms));
  socket[how]();
  await new Promise(done => setTimeout(done, 300));
  socket.destroy();
}
const loud = () => lines.filter(({ level }) => level > INFO);

it.each(WAYS)('a write cut off by $how after $after_ms ms is no error', async way => {
  const { headers } = await t.signIn('manager');
  lines = [];
  await cutOff(
    [
      ...['POST /api/playlists HTTP/1.1', 'Content-Type: application/json'],
      ...[`Authorization: ${headers['authorization']}`, `Idempotency-Key: ${crypto.randomUUID()}`],
    ],
    way,
  );
  expect(loud()).toEqual([]);
});

it.each(WAYS)('a file cut off by $how after $after_ms ms is no error', async way => {
  const { headers } = await t.signIn('manager');
  const begun = await t.app.inject({
    ...{ method: 'POST', url: '/api/uploads' },
    headers: {
      ...{ ...headers, 'tus-resumable': '1.0.0', 'upload-length': '1000' },
      'upload-metadata': `filetype ${Buffer.from('image/png').toString('base64')}`,
    },
  });
  expect(begun.statusCode).toBe(201);
  lines = [];
  await cutOff(
    [
      `PATCH ${new URL(String(begun.headers['location']), 'http://x').pathname} HTTP/1.1`,
      ...[`Authorization: ${headers['authorization']}`, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0'],
      'Content-Type: application/offset+octet-stream',
    ],
    way,
  );
  expect(loud()).toEqual([]);
});

it('a connection of the server that is lost still is one', async () => {
  const { headers } = await t.signIn('manager');
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const fails = vi.spyOn(t.server.tenantTransactions, 'inTenant').mockRejectedValue(lost);
  const { port } = t.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/playlists`, {
    method: 'POST',
    headers: {
      ...{ ...headers, 'content-type': 'application/json' },
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ name: 'Day loop' }),
  });
  fails.mockRestore();
  expect(answer.status).toBe(503);
  expect(loud().map(({ level }) => level)).toContain(ERROR);
});
