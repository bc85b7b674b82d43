/** What another waits for an answer while many callers of one user ask for the dearest lists, and what he waits without them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Callers, Waited } from './callers.ts';

export const CROWD = 64;
const EACH_MS = 200;
const OTHER_EACH_MS = 20;
const SETTLED_MS = 2_000;
/** The dearest lists, and what every page asks. */
const DEAR = [
  '/api/devices?limit=100',
  '/api/creatives?limit=100',
  '/api/audit-events?limit=100',
  '/api/auth/me',
];
/** Of another user, and of a probe of the machine. */
export const OTHERS = ['/api/devices?limit=25', '/healthz'];

type Headers = Record<string, string>;
export interface Crowd {
  port: number;
  /** Of the user whose callers crowd. */
  greedy: Headers;
  other: Headers;
  /** What the other asks. */
  path: string;
  lastsMs: number;
  callers?: number;
  /** Of each caller; 0: one call after the other. */
  eachMs?: number;
  /** Until the crowd is what it stays. */
  settledMs?: number;
}
export interface Beside {
  /** ms of each answer to the other. */
  alone: number[];
  beside: number[];
  /** Of the answers to the crowd. */
  statuses: Record<number, number>;
}

const run = promisify(execFile);
async function inAProcess(callers: Callers): Promise<Waited> {
  const file = join(import.meta.dirname, 'callers.ts');
  const options = { maxBuffer: 1 << 26 };
  const { stdout } = await run(process.execPath, ['--import', 'tsx', file, JSON.stringify(callers)], options);
  return JSON.parse(stdout) as Waited;
}

export async function besideACrowd({
  port,
  greedy,
  other,
  path,
  lastsMs,
  callers = CROWD,
  eachMs = EACH_MS,
  settledMs = SETTLED_MS,
}: Crowd): Promise<Beside> {
  const calls = { port, headers: other, paths: [path], callers: 1, eachMs: OTHER_EACH_MS };
  await inAProcess({ ...calls, lastsMs: SETTLED_MS });
  const { waits: alone } = await inAProcess({ ...calls, lastsMs });
  const crowd = inAProcess({
    ...{ port, headers: greedy, paths: DEAR, callers, eachMs },
    lastsMs: settledMs + lastsMs + SETTLED_MS,
  });
  await new Promise(done => setTimeout(done, settledMs));
  const { waits: beside } = await inAProcess({ ...calls, lastsMs });
  return { alone, beside, statuses: (await crowd).statuses };
}

export const nth = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
