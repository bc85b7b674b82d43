/** Finds what a run needs on this machine, or installs it from Debian's packages and says so. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

function inPath(name: string, more: string[] = []): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...more];
  return folders.map(folder => join(folder, name)).find(file => existsSync(file)) ?? null;
}

const isRoot = process.getuid?.() === 0;

function install(what: string, packages: string[]): void {
  if (!isRoot || inPath('apt-get') === null)
    throw new Error(
      `${what} is missing. Install it (Debian: apt-get install ${packages.join(' ')}) and run again.`,
    );
  process.stdout.write(`${what} is missing: installing ${packages.join(' ')} from Debian's packages …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const run = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${run.stderr}`);
  }
}

function need(what: string, find: () => string | null, packages: string[]): string {
  const found = find();
  if (found !== null) return found;
  install(what, packages);
  const now = find();
  if (now === null) throw new Error(`${what} is still missing after installing ${packages.join(' ')}.`);
  return now;
}

/** $CHROMIUM_PATH, else the system's Chromium. */
export const chromium = () =>
  need(
    'Chromium',
    () =>
      process.env['CHROMIUM_PATH'] ??
      inPath('chromium') ??
      inPath('chromium-browser') ??
      inPath('google-chrome'),
    ['chromium'],
  );

/** Not the wrapper in the path: whoever ends that leaves the browser behind. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
/** $CHROMIUM_PATH, else the same browser without its windows: a story takes less of the processor. */
export function headless(): string {
  const own = process.env['CHROMIUM_PATH'];
  if (own !== undefined) return own;
  try {
    return need('Chromium’s shell', () => (existsSync(SHELL) ? SHELL : null), ['chromium-headless-shell']);
  } catch (error) {
    process.stdout.write(`${String(error)}\nThe whole browser does, too.\n`);
    return chromium();
  }
}

/** $FFMPEG_PATH, else the system's: the product does without, its tests do not. */
export const ffmpeg = () => need('ffmpeg', () => process.env['FFMPEG_PATH'] ?? inPath('ffmpeg'), ['ffmpeg']);

/** Reads the text of what is printed. */
export const pdftotext = () => need('pdftotext', () => inPath('pdftotext'), ['poppler-utils']);

const postgresFolders = () => {
  const base = '/usr/lib/postgresql';
  return existsSync(base) ? readdirSync(base).map(version => join(base, version, 'bin')) : [];
};
const postgresBinary = (name: string) =>
  need(`PostgreSQL (${name})`, () => inPath(name, postgresFolders()), ['postgresql']);

const freePort = () =>
  new Promise<number>((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Where less than this is free the folders stay on the disk: far more than lies there at any one time. */
const ROOM_FOR_A_RUN = 4 * 2 ** 30;
const SHARED_MEMORY = '/dev/shm';
/**
 * From here on this process and what it starts make their temporary folders in memory, where there is room, until it
 * ends: a database of a thousand files is copied for each file of tests, and on a disk that takes ten times as long.
 */
export function keepFoldersInMemory(): void {
  if (process.env['TMPDIR']?.startsWith(SHARED_MEMORY) || !existsSync(SHARED_MEMORY)) return;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  if (bavail * bsize < ROOM_FOR_A_RUN) return;
  const dir = mkdtempSync(join(SHARED_MEMORY, 'wayside-'));
  /** PostgreSQL runs as a user of its own. */
  chmodSync(dir, 0o755);
  process.env['TMPDIR'] = dir;
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

/** The cluster ends with the run: what a power cut would take from it nobody asks for again. */
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export interface Cluster {
  url: string;
  /** SIGINT ends it at once, SIGQUIT without a checkpoint, so that it recovers from its log. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** After `stop`. */
  start: () => Promise<void>;
  /** SIGSTOP or SIGCONT to all its processes. */
  signal: (signal: NodeJS.Signals) => void;
  remove: () => Promise<void>;
}

const childrenOf = (pid: number) =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);

const postgresId = (flag: '-u' | '-g') =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
/** Not by a program that changes the user: one would have to be stopped and ended, too. */
const asPostgres = (cwd: string) =>
  isRoot ? { cwd, uid: postgresId('-u'), gid: postgresId('-g') } : { cwd };

/** A new folder that PostgreSQL may write into. */
export function postgresFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-pg-'));
  if (isRoot) chownSync(dir, postgresId('-u'), -1);
  return dir;
}

/** Runs one of its programs to the end, others meanwhile going on; throws what it wrote where it failed. */
export async function runPostgres(name: string, args: readonly string[]): Promise<void> {
  const child = spawn(postgresBinary(name), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...asPostgres(tmpdir()),
  });
  let failure = '';
  child.stderr.on('data', (text: Buffer) => (failure += text.toString()));
  const code = await new Promise<number | null>(done => child.once('close', done));
  if (code !== 0) throw new Error(`${name} failed: ${failure}`);
}

/**
 * A private cluster on loopback; as root it runs as the user `postgres`, which initdb demands. `prepared`: a folder
 * whose `data` is that of a cluster already.
 */
export async function startPostgres(
  settings: readonly string[] = UNSAFE,
  prepared?: string,
): Promise<Cluster> {
  const postgres = postgresBinary('postgres');
  const dir = prepared ?? postgresFolder();
  const by = asPostgres(dir);
  const args = ['-D', join(dir, 'data'), '-U', 'wayside', '--auth=trust', '-E', 'UTF8', '--locale=C'];
  if (prepared === undefined) await runPostgres('initdb', args);
  const port = await freePort();
  const flags = [
    '-D',
    join(dir, 'data'),
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    dir,
    ...settings.flatMap(setting => ['-c', setting]),
  ];
  const url = `postgres://wayside@127.0.0.1:${port}/postgres`;
  let exited: Promise<unknown> = Promise.resolve();
  let pid = 0;
  const start = async () => {
    const child = spawn(postgres, flags, { stdio: 'ignore', ...by });
    exited = new Promise(done => child.once('exit', done));
    pid = child.pid ?? 0;
    await answers(url);
  };
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    process.kill(pid, signal);
    await exited;
  };
  await start();
  return {
    url,
    start,
    stop,
    signal: signal => {
      for (const one of [pid, ...childrenOf(pid)]) process.kill(one, signal);
    },
    remove: async () => {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  const { default: pg } = await import('pg');
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise(done => setTimeout(done, 100));
    }
  }
}
