/** Runs the production server as a separate process on a free port with an empty data directory. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { likeFirstStart } from '../screen/firstStart.ts';
import { databaseOf, dropDatabase } from './rows.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** With a month of the demo's past on the embedded engine. */
export const START_WITHIN_MS = 150_000;
/** The files a built server needs. */
const COPIED = [
  ...['dist', 'public', 'server/db/migrations', 'server/demo/media', 'server/identity/passwords/common'],
  'package.json',
];

export const freePort = () =>
  new Promise<number>((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

export interface Process {
  child: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
}

/** Without ffmpeg, so that the screen plays exactly the file the test uploaded. */
export function run(args: string[], env: Record<string, string> = {}, root = ROOT): Process {
  return started(['dist/server.js', ...args], { LOG_LEVEL: 'info', FFMPEG_PATH: 'off', ...env }, root);
}

/** Starts a script of `server/` as its npm command does. */
export const script = (file: string, args: string[], env: Record<string, string> = {}) =>
  started(['--import', 'tsx', `server/${file}`, ...args], env, ROOT);

/** Runs a test script to its end. */
export async function tsx(file: string, args: string[]): Promise<void> {
  const process = started(['--import', 'tsx', file, ...args], {}, ROOT);
  if ((await process.exited) !== 0) throw new Error(`${file}: ${process.output()}`);
}

function started(args: string[], env: Record<string, string>, root: string): Process {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const exited = new Promise<number | null>(done => child.once('exit', code => done(code)));
  return { child, output: () => text, exited };
}

/** Runs a command of the server to its end. */
export async function command(
  name: 'admin' | 'backup' | 'restore',
  args: string[],
): Promise<{ code: number | null; text: string }> {
  const process = script(`cli/${name}.ts`, args);
  const code = await process.exited;
  return { code, text: process.output() };
}

/** A module that moves the clock of the process that imports it. */
const clockAhead = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const now = Date.now.bind(Date);
    Date.now = () => now() + ${ms};
    globalThis.Date = new Proxy(Date, {
      construct: (made, args, target) => Reflect.construct(made, args.length > 0 ? args : [made.now()], target),
    });`)}`;

const newDir = () => mkdtempSync(join(tmpdir(), 'wayside-e2e-'));

export class Wayside {
  readonly port: number;
  readonly dataDir: string;
  readonly args: string[];
  /** Of its next start. */
  env: Record<string, string> = {};
  private process: Process | null = null;
  private readonly root: string;
  /** Printed by the first start, where another server made it. */
  private said = '';

  private constructor(port: number, dataDir: string, args: string[], root = ROOT) {
    this.root = root;
    this.port = port;
    this.dataDir = dataDir;
    /** Vehicles that drive would change what the tests count. */
    this.args = args.includes('--demo') ? args : ['--demo', 'static', ...args];
  }

  /** As it stands after its first start; `first` is for what happens in it. */
  static async start(...args: string[]): Promise<Wayside> {
    const { dataDir, said } = await Wayside.begun(args);
    const server = await Wayside.over(dataDir, ...args);
    server.said = said;
    return server;
  }
  /** A data directory after its first start. A folder is played without the demo's fleet. */
  static begun(args: readonly string[], dataDir = newDir()) {
    const furnished = args.includes('--play') || args.includes('--demo') ? ['--demo', 'off'] : [];
    return likeFirstStart(dataDir, furnished, async dir => {
      const first = await Wayside.over(dir, ...furnished);
      const { output } = first;
      await first.stop();
      return output;
    });
  }
  static first(...args: string[]): Promise<Wayside> {
    return Wayside.over(newDir(), ...args);
  }
  /** On a data directory that is there already. */
  static async over(dataDir: string, ...args: string[]): Promise<Wayside> {
    const server = new Wayside(await freePort(), dataDir, args);
    await server.up();
    return server;
  }

  /** Runs from a copy of product and build, so that a test may change its files. */
  static async copied(...args: string[]): Promise<Wayside & { web: string }> {
    const root = mkdtempSync(join(tmpdir(), 'wayside-copy-'));
    for (const name of COPIED) cpSync(join(ROOT, name), join(root, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const { dataDir, said } = await Wayside.begun(args, join(root, 'data'));
    const server = new Wayside(await freePort(), dataDir, args, root);
    server.said = said;
    await server.up();
    return Object.assign(server, { web: join(root, 'dist/web') });
  }

  get origin() {
    return `http://localhost:${this.port}`;
  }
  get pid() {
    return this.process?.child.pid ?? 0;
  }
  /** Everything the process has printed since it was last started. */
  get output() {
    return this.process?.output() ?? '';
  }

  async up(): Promise<void> {
    const args = ['--port', String(this.port), '--data', this.dataDir, ...this.args];
    const started = run(args, { ...(await databaseOf(this.dataDir)), ...this.env }, this.root);
    this.process = started;
    for (let waited = 0; !started.output().includes('Wayside is ready.'); waited += 50) {
      if (waited > START_WITHIN_MS || started.child.exitCode !== null)
        throw new Error(`The server did not start:\n${started.output()}`);
      await new Promise(done => setTimeout(done, 50));
    }
  }

  /** Starts it again with its clock ahead of everybody's: days of its own work have passed in a moment. */
  async goAhead(ms: number): Promise<void> {
    await this.stop();
    this.env = { ...this.env, NODE_OPTIONS: `--import=${clockAhead(ms)}` };
    await this.up();
  }

  /** SIGKILL: what was acknowledged must survive it. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }
  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.process) return;
    this.process.child.kill(signal);
    await this.process.exited;
    this.process = null;
  }

  async remove(): Promise<void> {
    await this.kill();
    await dropDatabase(this.dataDir);
    rmSync(this.dataDir, { recursive: true, force: true });
    if (this.root !== ROOT) rmSync(this.root, { recursive: true, force: true });
  }

  /** Address and one-time password of the first administrator, as printed on the first start. */
  firstAdmin(): { email: string; password: string } {
    const match = /Sign in once as (\S+) with the password (\S+)/.exec(this.said + this.output);
    if (!match) throw new Error(`no password was printed:\n${this.output}`);
    return { email: match[1] ?? '', password: match[2] ?? '' };
  }
}
