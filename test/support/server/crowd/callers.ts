/** Calls a server from a process of its own, so that what they cost there is not counted here: one JSON line at the end. */
import { Agent, request } from 'node:http';

export interface Callers {
  port: number;
  headers: Record<string, string>;
  paths: readonly string[];
  callers: number;
  eachMs: number;
  lastsMs: number;
}
export interface Waited {
  /** Of each answered call, ms. */
  waits: number[];
  statuses: Record<number, number>;
}

const { port, headers, paths, callers, eachMs, lastsMs } = JSON.parse(process.argv[2] ?? '{}') as Callers;
const agent = new Agent({ keepAlive: true, maxSockets: callers });
const waited: Waited = { waits: [], statuses: {} };

const call = (path: string) =>
  new Promise<void>((done, fail) => {
    const sentAt = performance.now();
    const sent = request({ host: '127.0.0.1', port, path, headers, agent }, answer =>
      answer.resume().on('end', () => {
        const status = answer.statusCode ?? 0;
        waited.waits.push(performance.now() - sentAt);
        waited.statuses[status] = (waited.statuses[status] ?? 0) + 1;
        done();
      }),
    );
    sent.on('error', fail).end();
  });

async function caller(n: number): Promise<void> {
  const until = performance.now() + lastsMs;
  await new Promise(done => setTimeout(done, (eachMs * n) / callers));
  while (performance.now() < until) {
    const next = new Promise(done => setTimeout(done, eachMs));
    await call(paths[n % paths.length] ?? '/');
    await next;
  }
}
await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)));
agent.destroy();
process.stdout.write(`${JSON.stringify(waited)}\n`);
