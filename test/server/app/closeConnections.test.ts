/** A stop waits for no connection that has no answer coming. */
import { connect, type AddressInfo } from 'node:net';
import { it } from 'vitest';
import { startTestServer } from '../../support/server/server.ts';

it.each([
  ['one that has sent nothing', ''],
  ['half a head', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  ['one that is kept after its answer', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nG'],
])(
  '%s is closed at once',
  async (_what, sent) => {
    const t = await startTestServer();
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise(done => socket.once('close', done));
    await new Promise<void>(done => socket.once('connect', () => done()));
    if (sent !== '') socket.write(sent);
    if (sent.endsWith('G')) await new Promise(done => socket.once('data', done));
    else await new Promise(done => setTimeout(done, 50));
    await t.close();
    await closed;
  },
  10_000,
);
