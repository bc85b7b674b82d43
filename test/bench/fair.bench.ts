/** 64 callers of one user, five calls a second each, and what everybody else waits meanwhile (promise S8). */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Callers, Waited } from './callers.ts';
import { startBench } from './served.ts';

const CALLERS = 64;
const EACH_MS = 200;
const LASTS_MS = 5_000;
const GOAL = 2;
const SETTLED_MS = 1_000;
/** The dearest lists, and what every page asks. */
const DEAR = [
  '/api/devices?limit=100',
  '/api/creatives?limit=100',
  '/api/audit-events?limit=100',
  '/api/auth/me',
];
const OTHERS = ['/api/devices?limit=25', '/healthz'];
const nth = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

const run = promisify(execFile);
async function fromAProcess(callers: Callers): Promise<Waited> {
  const file = join(import.meta.dirname, 'callers.ts');
  const options = { maxBuffer: 1 << 26 };
  const { stdout } = await run(process.execPath, ['--import', 'tsx', file, JSON.stringify(callers)], options);
  return JSON.parse(stdout) as Waited;
}

const bench = await startBench();
const [greedy, other] = [await bench.signIn(), await bench.signIn()];
const others = async (path: string) => {
  const { waits } = await fromAProcess({
    ...{ port: bench.port, headers: other, paths: [path] },
    ...{ callers: 1, eachMs: 20, lastsMs: LASTS_MS - 2 * SETTLED_MS },
  });
  return waits;
};
const tell = (name: string, seen: number[]) =>
  process.stdout.write(
    `  ${name.padEnd(44)} p50 ${nth(seen, 0.5).toFixed(1).padStart(6)} ms  p99 ${nth(seen, 0.99).toFixed(1).padStart(6)} ms\n`,
  );

try {
  for (const path of OTHERS) {
    await others(path);
    const alone = await others(path);
    const flood = fromAProcess({
      ...{ port: bench.port, headers: greedy, paths: DEAR },
      ...{ callers: CALLERS, eachMs: EACH_MS, lastsMs: 2 * LASTS_MS },
    });
    await new Promise(done => setTimeout(done, 2 * SETTLED_MS));
    const beside = await others(path);
    const { statuses } = await flood;
    tell(`${path}, alone`, alone);
    tell(`${path}, beside ${CALLERS} callers`, beside);
    const ratio = nth(beside, 0.99) / nth(alone, 0.99);
    process.stdout.write(
      `  p99 ${ratio.toFixed(2)} × of alone, goal < ${GOAL}; answers to the ${CALLERS}: ${JSON.stringify(statuses)}\n`,
    );
    if (ratio > GOAL) process.exitCode = 1;
  }
} finally {
  await bench.close();
}
