/** CPU of one authenticated manifest poll (304) against a bare node:http 304, in processes of their own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { makeKey, signedHeaders } from '../support/device.ts';
import { freePort, Wayside } from '../e2e/support/server/wayside.ts';
import { cpuSeconds } from './measure.ts';

const REQUESTS = 20_000;
const SOCKETS = 16;
const WARM_UP = 3_000;
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });

interface Call {
  port: number;
  path: string;
  headers: Record<string, string>;
  method?: string;
  body?: string;
}
const call = ({ port, path, headers, method = 'GET', body }: Call) =>
  new Promise<{ status: number; text: string; etag: string }>((done, fail) => {
    const sent = request({ host: 'localhost', port, path, headers, method, agent }, answer => {
      let text = '';
      answer.on('data', (piece: Buffer) => (text += piece.toString()));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text, etag: answer.headers.etag ?? '' }));
    });
    sent.on('error', fail);
    sent.end(body);
  });

/** µs of the server's CPU a request. */
async function cost(pid: number, poll: Call): Promise<number> {
  const round = async (n: number) => {
    let left = n;
    const work = async () => {
      while (left-- > 0) {
        const { status } = await call(poll);
        if (status !== 304) throw new Error(`expected 304, got ${status}`);
      }
    };
    await Promise.all(Array.from({ length: SOCKETS }, work));
  };
  await round(WARM_UP);
  const before = cpuSeconds(pid);
  await round(REQUESTS);
  return ((cpuSeconds(pid) - before) / REQUESTS) * 1e6;
}

async function bare(): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort();
  const code = `require('node:http').createServer((q, a) => { a.writeHead(304, { etag: '"v1"' }); a.end(); }).listen(${port}, 'localhost', () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise(done => child.stdout.once('data', done));
  return { port, child };
}

/** A screen of this machine, paired by itself. */
async function pairedPoll(server: Wayside): Promise<Call> {
  const key = makeKey();
  const host = `localhost:${server.port}`;
  const origin = server.origin;
  const headersOf = (id: string, method: string, target: string, body?: string) => ({
    ...signedHeaders(
      key,
      { method, target, ...(body === undefined ? {} : { body }) },
      { id, ms: Date.now(), origin },
    ),
    host,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  });
  const facts = { app_version: '0', resolution: '1280x720', user_agent: 'bench', tz: 'UTC' };
  const body = JSON.stringify({ jwk: key.jwk, facts });
  const path = '/api/player/pairing';
  const asked = await call({
    port: server.port,
    path,
    method: 'POST',
    body,
    headers: headersOf('pairing', 'POST', path, body),
  });
  const state = `${path}/${(JSON.parse(asked.text) as { id: string }).id}`;
  const claimed = await call({ port: server.port, path: state, headers: headersOf('pairing', 'GET', state) });
  const { device_id } = JSON.parse(claimed.text) as { device_id: string };
  const target = '/api/player/manifest';
  const headers = headersOf(device_id, 'GET', target);
  const first = await call({ port: server.port, path: target, headers });
  return { port: server.port, path: target, headers: { ...headers, 'if-none-match': first.etag } };
}

const server = await Wayside.start('--play', join(import.meta.dirname, '../fixtures/markers'));
const floor = await bare();
try {
  const ours = await cost(server.pid, await pairedPoll(server));
  const least = await cost(floor.child.pid ?? 0, { port: floor.port, path: '/', headers: {} });
  process.stdout.write(`  authenticated poll, 304        ${ours.toFixed(1)} µs of CPU\n`);
  process.stdout.write(`  bare node:http, 304            ${least.toFixed(1)} µs of CPU\n`);
  process.stdout.write(`  ratio ${(ours / least).toFixed(2)} (goal ≤ 1.5)\n`);
} finally {
  floor.child.kill();
  agent.destroy();
  await server.remove();
}
