/** Nodes as an operator runs them: processes of their own on one database and one data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { uuid7 } from '../../../../shared/random.ts';
import type { ServerPlace } from '../server.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** One for all nodes, as behind a proxy: screens sign for it. */
export const PUBLIC_URL = 'http://localhost';
const START_WITHIN_MS = 60_000;
/** What the server reads of the product beside its own file; no test of nodes looks at a page. */
const COPIED = ['package.json', 'public', 'server/db/migrations', 'server/identity/passwords/common'];

/** The product as it is now in a folder of its own: a test may change its files, and no stale build is tested. */
export async function builtProduct(): Promise<{ root: string; copy: () => string; remove: () => void }> {
  const { build } = await import('vite');
  const made: string[] = [];
  const folder = () => {
    const root = mkdtempSync(join(tmpdir(), 'wayside-nodes-'));
    made.push(root);
    return root;
  };
  const root = folder();
  await build({
    configFile: join(ROOT, 'vite.server.ts'),
    logLevel: 'warn',
    build: { outDir: join(root, 'dist') },
  });
  for (const name of COPIED) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const copy = () => {
    const other = folder();
    cpSync(root, other, { recursive: true, verbatimSymlinks: true });
    return other;
  };
  return {
    root,
    copy,
    remove: () => {
      for (const one of made) rmSync(one, { recursive: true, force: true });
    },
  };
}

export const freePort = () =>
  new Promise<number>((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

const FIRST_OF_NEXT = 9_001;
/** Makes a copy of the product the next release. */
export function addMigration(root: string, statements: string): void {
  const folder = join(root, 'server/db/migrations');
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { when: number; tag: string }[] };
  const { entries } = journal;
  const added = entries.filter(({ tag }) => tag.endsWith('_next')).length;
  const tag = `${FIRST_OF_NEXT + added}_next`;
  const last = entries.at(-1)!;
  entries.push({ ...last, when: last.when + 1, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), statements);
}

export interface Answered {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  json: <T>() => T;
}
interface Request extends Pick<InjectOptions, 'method' | 'payload' | 'headers'> {
  url: string;
}

/** Asks like the application of a test does, so that helpers take a node in its place; a write names itself. */
async function ask(origin: string, { method = 'GET', url, payload, headers }: Request): Promise<Answered> {
  const isBytes = typeof payload === 'string' || Buffer.isBuffer(payload);
  const body = payload === undefined || isBytes ? payload : JSON.stringify(payload);
  const { host: _host, ...own } = headers ?? {};
  const answer = await fetch(origin + url, {
    method,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: body as string }),
    headers: {
      ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': uuid7(Date.now()) }),
      ...(own as Record<string, string>),
    },
  });
  const text = await answer.text();
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: text,
    json: <T>() => JSON.parse(text) as T,
  };
}

export interface NodeOptions extends ServerPlace {
  port?: number;
  /** Of `builtProduct`, or a copy of it. */
  root: string;
  env?: Record<string, string>;
}
export async function startNode({ databaseUrl, dataDir, root, env = {}, ...options }: NodeOptions) {
  const port = options.port ?? (await freePort());
  const args = ['dist/server.js', '--port', String(port), '--host', '127.0.0.1'];
  let child!: ChildProcess;
  let output = '';
  async function up(): Promise<void> {
    output = '';
    child = spawn(process.execPath, [...args, '--data', dataDir], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'warn', FFMPEG_PATH: 'off' },
        ...{ PUBLIC_URL, ...env },
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
    for (let waited = 0; !output.includes('Wayside is ready.'); waited += 50) {
      if (waited > START_WITHIN_MS || child.exitCode !== null) throw new Error(output);
      await new Promise(done => setTimeout(done, 50));
    }
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise(done => child.once('exit', done));
    child.kill(signal);
    await exited;
  }
  await up();
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    up,
    output: () => output,
    pid: () => child.pid ?? 0,
    app: { inject: (request: Request) => ask(origin, request) },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
export type Node = Awaited<ReturnType<typeof startNode>>;
