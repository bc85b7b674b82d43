/** `access.ts [2/3 | part of a name]`: holes are made in a copy of the product, one after the other, and the tests of access must find each. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { MUTANTS, type Mutant } from '../server/access/mutants.ts';
import { finish, note, REPORTS, ROOT } from './steps.ts';

const TESTS = 'test/server/access';
/** No hole is looked for longer than this. */
const LIMIT_MS = 180_000;
const LEFT_OUT = /^(node_modules|dist|data|\.git|\.cache|test\/reports)(\/|$)/;

let running: ChildProcess | null = null;

/** The working tree as it stands, in a folder of its own that goes with this process. */
function copyTree(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-holes-'));
  process.once('exit', () => {
    running?.kill();
    rmSync(dir, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  cpSync(ROOT, dir, { recursive: true, filter: from => !LEFT_OUT.test(relative(ROOT, from)) });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  return dir;
}

interface Found {
  /** Tests that failed; null where none came to run. */
  failed: number | null;
  output: string;
}
async function runTests(dir: string, names: readonly Mutant['test'][], title?: string): Promise<Found> {
  const report = join(dir, 'holes.json');
  rmSync(report, { force: true });
  const files = names.map(name => `${TESTS}/${name}.test.ts`);
  const titles = title === undefined ? [] : ['-t', title];
  const output = await outputOf(dir, [
    ...['run', '--project', 'server', '--bail', '1', '--reporter=default', '--reporter=json'],
    ...[`--outputFile.json=${report}`, ...files, ...titles],
  ]);
  if (!existsSync(report)) return { failed: null, output };
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numFailedTests: number;
    numPassedTests: number;
  };
  return { failed: numFailedTests + numPassedTests > 0 ? numFailedTests : null, output };
}

/** Waits without blocking, so that this process can be stopped. */
function outputOf(dir: string, args: string[]): Promise<string> {
  const env = { ...process.env, ACCESS_STOPS_AT: '1', AT_LENGTH: '1', TEST_DATABASE_URL: undefined };
  return new Promise((done, fail) => {
    const child = spawn(join(dir, 'node_modules/.bin/vitest'), args, { cwd: dir, env, timeout: LIMIT_MS });
    running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.once('error', fail);
    child.once('close', () => {
      running = null;
      done(output);
    });
  });
}

/** Puts the file back, so that the next hole is the only one. */
async function withHole<T>(dir: string, mutant: Mutant, act: () => Promise<T>): Promise<T> {
  const path = join(dir, mutant.file);
  const text = readFileSync(path, 'utf8');
  const parts = text.split(mutant.find);
  if (parts.length !== 2)
    throw new Error(`${mutant.name}: its text stands ${parts.length - 1} times in ${mutant.file}`);
  writeFileSync(path, parts.join(mutant.replace));
  try {
    return await act();
  } finally {
    writeFileSync(path, text);
  }
}

/** A file that does not load finds nothing: only where the start is to be refused may no test begin. */
const isCaught = ({ refusesStart }: Mutant, { failed, output }: Found) =>
  refusesStart === true ? /Row-level security does not hold/.test(output) : failed !== null && failed > 0;

async function verdictOn(dir: string, mutant: Mutant): Promise<string> {
  try {
    return await withHole(dir, mutant, async () =>
      isCaught(mutant, await runTests(dir, [mutant.test], mutant.title)) ? 'caught' : 'SURVIVED',
    );
  } catch (error) {
    return `NOT MADE: ${(error as Error).message}`;
  }
}

async function huntHoles(chosen: readonly Mutant[]): Promise<void> {
  const started = performance.now();
  process.stdout.write(`\n— ${chosen.length} holes\n`);
  const dir = copyTree();
  const sound = await runTests(dir, ['rowLevelSecurity', 'bodies']);
  if (sound.failed !== 0) {
    process.stdout.write(`${sound.output}\nThe copy fails without any hole.\n`);
    note('the copy without any hole', 0, 1);
    return;
  }
  let caught = 0;
  for (const mutant of chosen) {
    const began = performance.now();
    const verdict = await verdictOn(dir, mutant);
    if (verdict === 'caught') caught++;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${verdict.padEnd(9)} ${mutant.name} (${mutant.test}, ${seconds} s)\n`);
  }
  note('holes that survived', caught, chosen.length - caught);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  process.stdout.write(`${caught} of ${chosen.length} holes caught in ${minutes} min\n`);
  process.stdout.write(`figures ${JSON.stringify({ holes: chosen.length, caught })}\n`);
}

/** `2/3`: the second third of them. */
const [asked = ''] = process.argv.slice(2);
const [, nth, of] = /^(\d+)\/(\d+)$/.exec(asked) ?? [];
const isMine = ({ name, test }: Mutant, at: number) =>
  of === undefined ? `${test}: ${name}`.includes(asked) : at % Number(of) === Number(nth) - 1;
mkdirSync(REPORTS, { recursive: true });
await huntHoles(MUTANTS.filter(isMine));
finish();
