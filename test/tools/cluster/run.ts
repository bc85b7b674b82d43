/** `npm run cluster`: PostgreSQL, three nodes on one data folder and a proxy in front, until Ctrl+C; all of it is removed then. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNode } from '../../support/server/nodes/node.ts';
import { startPostgres } from '../machine.ts';

const NODES = 3;
const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(file => existsSync(file));
const port = Number(process.env['PORT'] ?? 8080);
const origin = `http://localhost:${port}`;
const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * What an operator sets, too. A call whose node dies is sent to another: each write has a key by which it is done once.
 * The check asks whether the process lives, so that a database that is away takes no node out. All calls of a screen go
 * to one node, which then has it in memory while the others need not; who names no screen is served in turn.
 */
const haproxyConfig = (ports: readonly number[]) => `
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  retries 2
  option redispatch 1
  retry-on conn-failure empty-response
  option forwardfor
frontend wayside
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance hdr(x-device)
  hash-type consistent
  option httpchk GET /healthz
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((at, n) => `  server node${n + 1} 127.0.0.1:${at}`).join('\n')}
`;

function startHaproxy(program: string, ports: readonly number[], dir: string): () => void {
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(ports));
  const child = spawn(program, ['-f', file, '-db'], { stdio: 'inherit' });
  return () => void child.kill('SIGTERM');
}

/** Without haproxy: connections in turn, the next node where one does not answer. */
function startPlainProxy(ports: readonly number[]): () => void {
  let turn = 0;
  const server = createServer(near => {
    const first = turn++;
    const pass = (tried: number): void => {
      const far = connect(ports[(first + tried) % ports.length]!, '127.0.0.1');
      const refused = () => (tried + 1 < ports.length ? pass(tried + 1) : near.destroy());
      far.once('error', refused);
      far.once('connect', () => {
        far.off('error', refused);
        far.on('error', () => near.destroy());
        near.on('error', () => far.destroy());
        near.pipe(far).pipe(near);
      });
    };
    pass(0);
  });
  server.listen(port, '127.0.0.1');
  return () => void server.close();
}

async function listening(): Promise<void> {
  for (;;) {
    const isThere = await new Promise<boolean>(done => {
      const socket = connect(port, '127.0.0.1', () => done(true));
      socket.once('error', () => done(false)).once('connect', () => socket.destroy());
    });
    if (isThere) return;
    await new Promise(done => setTimeout(done, 100));
  }
}

const cluster = await startPostgres([]);
const dir = mkdtempSync(join(tmpdir(), 'wayside-cluster-'));
const ports = await Promise.all(Array.from({ length: NODES }, freePort));
const env = { PUBLIC_URL: origin, TRUST_PROXY: HAPROXY ? '1' : 'off' };
const root = join(import.meta.dirname, '../../..');
const nodes = await Promise.all(
  ports.map(at => startNode({ port: at, root, databaseUrl: cluster.url, dataDir: join(dir, 'data'), env })),
);
const stopProxy = HAPROXY ? startHaproxy(HAPROXY, ports, dir) : startPlainProxy(ports);
await listening();

say(
  `Three nodes on one PostgreSQL and one data folder, behind ${HAPROXY ?? 'a plain proxy of connections'}:`,
);
say(`  Address  ${origin}`);
for (const node of nodes) say(`  Node     ${node.origin}  (process ${node.pid()})`);
say(`  ${/Sign in once as .*/.exec(nodes.map(node => node.output()).join('\n'))?.[0] ?? ''}`);
say('Kill any node by its process number; Ctrl+C ends all.');

await new Promise(done => process.once('SIGINT', done).once('SIGTERM', done));
stopProxy();
await Promise.all(nodes.map(node => node.stop()));
await cluster.remove();
rmSync(dir, { recursive: true, force: true });
process.exit(0);
