/** A server on loopback that names each write it has done; late, refusing or hanging when told. */
import { createServer, type IncomingMessage } from 'node:http';
import type { Write } from './say.ts';

const PAGE = '<!doctype html><title>bench</title>';

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as unknown;
}

export async function benchServer(worker: string) {
  const done = new Map<string, number>();
  let lateMs = 0;
  let refusing = { status: 0, left: 0 };
  let isHanging = false;
  let requests = 0;
  const take = ({ id }: Write) => void done.set(id, (done.get(id) ?? 0) + 1);

  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    if (request.method === 'GET') {
      const isScript = url === '/worker.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isScript ? worker : PAGE);
      return;
    }
    void bodyOf(request).then(body => {
      requests += 1;
      if (isHanging) return;
      if (refusing.left > 0) {
        refusing.left -= 1;
        response.writeHead(refusing.status, { 'content-type': 'application/json', 'retry-after': '1' });
        response.end(JSON.stringify({ error: 'UNAVAILABLE', message: 'Later.', details: {} }));
        return;
      }
      const writes = url === '/batch' ? (body as { entries: Write[] }).entries : [body as Write];
      for (const write of writes) take(write);
      const key = headers['idempotency-key'];
      setTimeout(() => {
        response.writeHead(200, {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        });
        response.end(JSON.stringify({ done: writes.map(({ id }) => id) }));
      }, lateMs);
    });
  });
  // A queue's pause must not cost it its connections.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>(up => server.listen(0, '127.0.0.1', up));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    /** Answers come this much later. */
    late: (ms: number) => void (lateMs = ms),
    /** Says no to as many requests as told. */
    refuse: (status: number, times: number) => void (refusing = { status, left: times }),
    hang: (now: boolean) => void (isHanging = now),
    requests: () => requests,
    /** Writes it did since it last was asked, by id. */
    takeDone() {
      const taken = new Map(done);
      done.clear();
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type BenchServer = Awaited<ReturnType<typeof benchServer>>;
