/** An HTTP proxy on loopback that injects faults between browser and server: slow, cut or tampered answers. */
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Faults {
  /** Bytes a second of each answer; null: as fast as it goes. */
  bytesPerSecond: number | null;
  /** Changes a piece of an answer; `offset` counts from the start of the body. */
  tamper: ((request: IncomingMessage, piece: Buffer, offset: number) => Buffer) | null;
  /** Answers nothing at all. */
  down: boolean;
  /** Answers 401 in the server's place. */
  deny: ((request: IncomingMessage) => boolean) | null;
  /** Answers in the server's place, or never; null: the server answers. */
  instead: ((request: IncomingMessage) => Reply | 'silence' | null) | null;
  /** The server gets the request and answers, and the answer is lost. */
  loses: ((request: IncomingMessage) => boolean) | null;
  /** Holds each request of the API back so long, ms. */
  delayMs: number;
}
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}
/** A captive portal's page. */
export const PORTAL: Reply = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in to the Wi-Fi</title>',
};
const TICK_MS = 20;
const DENIAL = JSON.stringify({ error: 'TOKEN_EXPIRED', message: 'Denied on the way.', details: {} });

function throttle(bytesPerSecond: number): Transform {
  const step = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const send = (from: number): void => {
        if (from >= piece.length) return done();
        this.push(piece.subarray(from, from + step));
        setTimeout(() => send(from + step), TICK_MS);
      };
      send(0);
    },
  });
}

function tampering(request: IncomingMessage, tamper: NonNullable<Faults['tamper']>): Transform {
  let offset = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const changed = tamper(request, piece, offset);
      offset += piece.length;
      done(null, changed);
    },
  });
}

export interface Passed {
  method: string;
  url: string;
  range: string | undefined;
  /** Its Idempotency-Key. */
  key: string | undefined;
  /** Headers by which a user would be known. */
  credentials: string[];
  /** Of the answer's body, as far as it got. */
  bytes: number;
  /** ms since 1970 when the browser had all of it; null where it was cut. */
  doneAt: number | null;
}

export class FaultProxy {
  readonly faults: Faults = {
    bytesPerSecond: null,
    tamper: null,
    down: false,
    deny: null,
    instead: null,
    loses: null,
    delayMs: 0,
  };
  /** Requests that passed, newest last. */
  readonly log: Passed[] = [];
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(target: () => number) {
    this.server = createServer((incoming, answer) => {
      if (this.faults.down) return void incoming.socket.destroy();
      const entry: Passed = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        range: incoming.headers.range,
        key: incoming.headers['idempotency-key']?.toString(),
        credentials: ['authorization', 'cookie'].filter(name => name in incoming.headers),
        bytes: 0,
        doneAt: null,
      };
      this.log.push(entry);
      if (this.faults.deny?.(incoming)) {
        answer.writeHead(401, { 'content-type': 'application/json' });
        return void answer.end(DENIAL);
      }
      const instead = this.faults.instead?.(incoming) ?? null;
      if (instead === 'silence') return;
      if (instead !== null) {
        answer.writeHead(instead.status, instead.headers);
        return void answer.end(instead.body);
      }
      const options = {
        port: target(),
        host: 'localhost',
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      };
      const outgoing = forward(options, reply => {
        if (this.faults.loses?.(incoming)) return void reply.resume().on('end', () => answer.destroy());
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.on('data', (piece: Buffer) => (entry.bytes += piece.length));
        const { tamper, bytesPerSecond } = this.faults;
        const slow = bytesPerSecond !== null && (incoming.url ?? '').startsWith('/media/');
        let stream: NodeJS.ReadableStream = reply;
        if (tamper) stream = stream.pipe(tampering(incoming, tamper));
        if (slow) stream = stream.pipe(throttle(bytesPerSecond));
        const whole = Number(reply.headers['content-length'] ?? Infinity);
        let passed = 0;
        // Its last byte ends an answer of known length: a browser that is killed in the moment after it keeps it.
        stream.on('data', (piece: Buffer) => {
          passed += piece.length;
          if (passed === whole) entry.doneAt = Date.now();
        });
        stream.pipe(answer);
        answer.on('finish', () => (entry.doneAt ??= Date.now()));
        answer.on('close', () => reply.destroy());
      });
      outgoing.on('error', () => answer.destroy());
      const { delayMs } = this.faults;
      if (delayMs === 0 || !entry.url.startsWith('/api/')) incoming.pipe(outgoing);
      else setTimeout(() => incoming.pipe(outgoing), delayMs);
    });
  }

  /** Bytes that crossed the link so far, headers and all, in both directions. */
  get wire(): number {
    return [...this.sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  }

  static async before(target: () => number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.server.on('connection', socket => proxy.sockets.add(socket));
    await new Promise<void>(done => proxy.server.listen(0, 'localhost', done));
    return proxy;
  }
  get origin() {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(done => this.server.close(done));
  }
}
