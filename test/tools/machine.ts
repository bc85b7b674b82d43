/** Finds what a run needs on this machine, or installs it from Debian's packages and says so. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** The cluster ends with the run: what a power cut would take from it nobody asks for again. */
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** A private cluster on loopback; as root it runs under the `postgres` user, which initdb demands. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const [initdb, postgres] = [postgresBinary('initdb'), postgresBinary('postgres')];
  const dir = mkdtempSync(join(tmpdir(), 'wayside-pg-'));
  const as = isRoot ? ['runuser', '-u', 'postgres', '--'] : [];
  if (isRoot) {
    const ids = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout.trim();
    chownSync(dir, Number(ids), -1);
  }
  const run = (command: string, args: string[]) => [...as, command, ...args] as [string, ...string[]];
  const [program, ...args] = run(initdb, [
    '-D',
    join(dir, 'data'),
    '-U',
    'wayside',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  const made = spawnSync(program, args, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const [exe, ...flags] = run(postgres, [
    '-D',
    join(dir, 'data'),
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    dir,
    ...UNSAFE.flatMap(setting => ['-c', setting]),
  ]);
  const child = spawn(exe, flags, { stdio: 'ignore' });
  const url = `postgres://wayside@127.0.0.1:${port}/postgres`;
  await answers(url);
  return {
    url,
    stop: async () => {
      const exited = new Promise(done => child.once('exit', done));
      /** The postmaster itself: what was started may be the wrapper that changed the user. */
      const pid = Number(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGINT');
      await exited;
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
