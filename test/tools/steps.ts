/** One way to run the parts of a check: says what runs, how long it took, and counts. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const REPORTS = join(ROOT, 'test/reports');

export interface Tally {
  passed: number;
  failed: number;
  /** Stories that passed at their second try: they count as passed, and are named. */
  shaky: number;
}
export const tally: Tally = { passed: 0, failed: 0, shaky: 0 };

export function clearReports(): void {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
}

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

interface Options {
  report?: string;
  env?: NodeJS.ProcessEnv;
  /** Said at its end in one piece, since something else speaks meanwhile. */
  held?: true;
}

/** Runs a program of node_modules; its exit decides, or its own JSON report where it has one. */
export async function step(label: string, command: string[], options: Options = {}): Promise<boolean> {
  const started = performance.now();
  const [program = '', ...args] = command;
  const said: Buffer[] = [];
  const child = spawn(program === 'node' ? process.execPath : bin(program), args, {
    cwd: ROOT,
    stdio: ['ignore', ...(options.held ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const))],
    env: { ...process.env, ...options.env },
  });
  if (!options.held) process.stdout.write(`\n— ${label}\n`);
  child.stdout?.on('data', (bytes: Buffer) => said.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => said.push(bytes));
  const status = await new Promise<number | null>(done => child.once('close', done));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counted = options.report === undefined ? null : count(join(REPORTS, options.report));
  const ok = status === 0;
  tally.passed += counted?.passed ?? (ok ? 1 : 0);
  /** A runner may fail without a failing test, when a file does not load. */
  tally.failed += counted ? Math.max(counted.failed, ok ? 0 : 1) : ok ? 0 : 1;
  tally.shaky += counted?.shaky ?? 0;
  if (options.held) process.stdout.write(`\n— ${label}\n${Buffer.concat(said).toString()}`);
  process.stdout.write(`— ${label}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s\n`);
  return ok;
}

function count(file: string): Tally | null {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests?: number;
    numFailedTests?: number;
    stats?: { expected: number; unexpected: number; flaky: number };
  };
  if (report.stats) {
    const { expected, unexpected, flaky } = report.stats;
    return { passed: expected + flaky, failed: unexpected, shaky: flaky };
  }
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0, shaky: 0 };
}

/** The last line a run prints; sets the exit code. */
export function finish(): void {
  if (tally.shaky > 0)
    process.stdout.write(`\n${tally.shaky} passed at the second try only: see "flaky" above\n`);
  process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed\n`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

export const vitest = (project: string, report: string) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(REPORTS, report)}`,
];
