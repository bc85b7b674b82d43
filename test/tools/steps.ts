/** One way to run the parts of a check: says what runs, how long it took, and counts. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { outcomesIfAny, type Outcome } from './reports.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const REPORTS = join(ROOT, 'test/reports');

/** So much of what a test said as it failed is said again at the end. */
const LINES_AGAIN = 14;
const LINE_AGAIN = 200;

const tally = { passed: 0, failed: 0 };
const failures: string[] = [];
const shaky: string[] = [];

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

/** Of all processors since it was asked first, in percent: what a part leaves idle another could use. */
function busySince(): () => number {
  const read = () =>
    cpus().reduce(
      (sum, { times: { idle, ...rest } }) => {
        const busy = Object.values(rest).reduce((all, ms) => all + ms, 0);
        return { busy: sum.busy + busy, all: sum.all + busy + idle };
      },
      { busy: 0, all: 0 },
    );
  const before = read();
  return () => {
    const after = read();
    return Math.round((100 * (after.busy - before.busy)) / Math.max(1, after.all - before.all));
  };
}

/** Runs a program of node_modules; its exit decides, or its own JSON report where it has one. */
export async function step(label: string, command: string[], options: Options = {}): Promise<boolean> {
  const started = performance.now();
  const busy = busySince();
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
  const ok = status === 0;
  if (options.report === undefined) note(label, ok ? 1 : 0, ok ? 0 : 1);
  else noteReport(label, join(REPORTS, options.report), ok);
  if (options.held) process.stdout.write(`\n— ${label}\n${Buffer.concat(said).toString()}`);
  process.stdout.write(`— ${label}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s, processors ${busy()} % busy\n`);
  return ok;
}

/** Counts what no report does; the label is said again at the end if any failed. */
export function note(label: string, passed: number, failed: number): void {
  tally.passed += passed;
  tally.failed += failed;
  if (failed > 0) failures.push(`${label}\n`);
}

function noteReport(label: string, file: string, ok: boolean): void {
  const all = outcomesIfAny(file);
  const failed = all.filter(({ status }) => status === 'failed');
  const named = ({ title, errors }: Outcome) => `${label}: ${title}\n${again(errors)}`;
  /** A runner may fail without a failing test. */
  if (!ok && failed.length === 0) return note(label, 0, 1);
  tally.passed += all.filter(({ status }) => status === 'passed').length;
  tally.failed += failed.length;
  failures.push(...failed.map(named));
  const atSecondTry = all.filter(({ isShaky }) => isShaky);
  shaky.push(...atSecondTry.map(named));
}

function again(errors: readonly string[]): string {
  const lines = errors
    .join('\n')
    .split('\n')
    .filter(line => line.trim() !== '' && !/node_modules|node:internal|<anonymous>/.test(line));
  return lines
    .slice(0, LINES_AGAIN)
    .map(line => `    ${line.slice(0, LINE_AGAIN)}\n`)
    .join('');
}

/** What failed, with what it said, and the last line a run prints; sets the exit code. */
export function finish(): void {
  for (const one of shaky) process.stdout.write(`\n? at the second try only: ${one}`);
  for (const one of failures) process.stdout.write(`\n! ${one}`);
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
