/** One way to run the parts of a check: says what runs, how long it took, counts, and what was slowest. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, cpus, setPriority } from 'node:os';
import { join } from 'node:path';
import { outcomesIfAny, type Outcome } from './reports/reports.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const REPORTS = join(ROOT, 'test/reports');
/** What the last `npm test` counted: .ci/run says one sum for it and what follows. */
const TALLY = join(REPORTS, 'tally.json');

/** So much of what a test said as it failed is said again at the end. */
const LINES_AGAIN = 14;
const LINE_AGAIN = 200;
const SLOWEST = 15;

const tally = { passed: 0, failed: 0 };
const failures: string[] = [];
const shaky: string[] = [];
const ran: { label: string; title: string; ms: number }[] = [];

export function clearReports(): void {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
}

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

export interface Options {
  report?: string;
  env?: NodeJS.ProcessEnv;
  /** It takes what the others leave of the processors, and is printed in one piece at its end. */
  isBackground?: true;
  /** Gets all that it says, while it says it. */
  hears?: (text: string) => void;
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
  const said: string[] = [];
  const { isBackground = false, hears } = options;
  const piped = isBackground || hears;
  const child = spawn(program === 'node' ? process.execPath : bin(program), args, {
    cwd: ROOT,
    stdio: ['ignore', ...(piped ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const))],
    env: { ...process.env, ...options.env },
  });
  if (isBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  if (!isBackground) process.stdout.write(`\n— ${label}\n`);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      const text = bytes.toString();
      hears?.(text);
      if (isBackground) said.push(text);
      else process.stdout.write(text);
    });
  const status = await new Promise<number | null>(done => child.once('close', done));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const ok = status === 0;
  if (options.report === undefined) note(label, ok ? 1 : 0, ok ? 0 : 1);
  else noteReport(label, join(REPORTS, options.report), ok);
  if (isBackground) process.stdout.write(`\n— ${label}\n${said.join('')}`);
  process.stdout.write(`— ${label}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s, processors ${busy()} % busy\n`);
  return ok;
}

/** Counts what no report does; the label is said again at the end if any failed. */
export function note(label: string, passed: number, failed: number): void {
  tally.passed += passed;
  tally.failed += failed;
  if (failed > 0) failures.push(`${label}\n`);
}

/** What was counted so far in this process. */
export const counted = () => ({ ...tally });

function noteReport(label: string, file: string, ok: boolean): void {
  const all = outcomesIfAny(file);
  const failed = all.filter(({ status }) => status === 'failed');
  const named = ({ title, errors }: Outcome) => `${label}: ${title}\n${again(errors)}`;
  ran.push(...all.map(({ title, ms }) => ({ label, title, ms })));
  /** A runner may fail without a failing test. */
  if (!ok && failed.length === 0) note(label, 0, 1);
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

function saySlowest(): void {
  if (ran.length === 0) return;
  process.stdout.write(`\nThe ${SLOWEST} slowest tests:\n`);
  for (const { label, title, ms } of ran.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    process.stdout.write(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${label}: ${title}\n`);
}

/** Adds what `npm test` counted before, in a process of its own. */
export function addLastTally(): void {
  const { passed, failed } = JSON.parse(readFileSync(TALLY, 'utf8')) as typeof tally;
  tally.passed += passed;
  tally.failed += failed;
}
export const keepTally = () => writeFileSync(TALLY, JSON.stringify(tally));

/** What was slowest, what failed, with what it said, and the last line a run prints; sets the exit code. */
export function finish(): void {
  saySlowest();
  for (const one of shaky) process.stdout.write(`\n? at the second try only: ${one}`);
  for (const one of failures) process.stdout.write(`\n! ${one}`);
  process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed\n`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

/** Tests in files so named are asked once something of their area changes (parts.ts). */
export const NOT_LONG = '--exclude=**/*.long.test.{ts,tsx}';
export const vitest = (project: string, report: string) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=./test/tools/reports/causes.ts',
  '--reporter=json',
  `--outputFile.json=${join(REPORTS, report)}`,
];
