/** A mail server on this machine: takes, refuses or drops what is handed in, as a test says. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A certificate for localhost, which its own PEM vouches for. */
export function selfSigned() {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-smtp-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...args, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8'), certFile: cert };
}

export interface Received {
  from: string;
  to: string[];
  raw: string;
  isSecure: boolean;
}
export type Verdict = { code: number; text: string } | null;

/** `judge`: the answer after the end of the data; null takes the message. */
export async function startMailServer(
  options: SMTPServerOptions & { judge?: () => Verdict; judgeRecipient?: () => Verdict } = {},
) {
  const { judge = () => null, judgeRecipient = () => null, ...more } = options;
  const received: Received[] = [];
  const refusal = ({ code, text }: NonNullable<Verdict>) =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    ...more,
    onRcptTo(_address, _session, done) {
      const verdict = judgeRecipient();
      done(verdict && refusal(verdict));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const verdict = judge();
        if (verdict) return done(refusal(verdict));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          isSecure: session.secure,
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, close: () => new Promise<void>(closed => server.close(() => closed())) };
}

/** Hangs up once the client has sent so many bytes of its message; behind it stands the server at `port`. */
export async function startCutter(port: number, cutAfter: () => number) {
  const sockets = new Set<Socket>();
  const proxy = createServer(client => {
    const upstream = connect(port, '127.0.0.1');
    const end = () => [client, upstream].forEach(socket => socket.destroy());
    [client, upstream].forEach(socket => sockets.add(socket.on('error', end).on('close', end)));
    let bytes = -1;
    client.on('data', chunk => {
      if (bytes >= 0) bytes += chunk.length;
      if (bytes > cutAfter()) return end();
      upstream.write(chunk);
      if (/(^|\n)DATA\r\n$/i.test(chunk.toString())) bytes = 0;
    });
    upstream.pipe(client);
  });
  await new Promise<void>(listening => proxy.listen(0, '127.0.0.1', listening));
  return {
    port: (proxy.address() as AddressInfo).port,
    close: () => {
      sockets.forEach(socket => socket.destroy());
      return new Promise<void>(closed => proxy.close(() => closed()));
    },
  };
}

/** Takes the connection and never says a word. */
export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer(socket => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    close: () => {
      sockets.forEach(socket => socket.destroy());
      return new Promise<void>(closed => server.close(() => closed()));
    },
  };
}
