/**
 * A running server hands `npm run backup` a copy of its embedded database as of one moment. They meet at a socket in the
 * data directory, which is the server's user's alone; the copy is there for as long as the command stays connected.
 */
import { execFile } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../db/database.ts';

const run = promisify(execFile);
/** What belongs to one moment: media files are named by their content and never change. */
const OF_ONE_MOMENT = ['pgdata', 'audit-heads.jsonl', 'audit-latest.jsonl'];
export const COPY = 'backup-copy';
export const SOCKET = 'backup.sock';
const OWNER_ONLY = 0o600;
export const READY = 'ready';

/** An address of a socket has at most 107 bytes, a path may have more: the directory is reached by its open file. */
export function socketIn(dataDir: string): { path: string; leave: () => void } {
  if (!existsSync('/proc/self/fd')) return { path: join(dataDir, SOCKET), leave: () => {} };
  const directory = openSync(dataDir, 'r');
  return { path: `/proc/self/fd/${directory}/${SOCKET}`, leave: () => closeSync(directory) };
}

/** Serves backups until the answer is called; nothing to do where the database is a server of its own. */
export async function listenForBackups(
  dataDir: string,
  pause: Database['pause'],
  onFault: (error: unknown) => void,
): Promise<() => void> {
  const copy = join(dataDir, COPY);
  /** A server that was killed left them. */
  for (const left of [copy, join(dataDir, SOCKET)]) rmSync(left, { recursive: true, force: true });
  if (!pause) return () => {};
  let isBusy = false;
  const copyNow = async () => {
    mkdirSync(copy, { mode: 0o700 });
    const files = OF_ONE_MOMENT.map(name => join(dataDir, name)).filter(existsSync);
    await pause(() => run('cp', ['--archive', '--reflink=auto', ...files, copy]));
  };
  async function serve(connection: Socket) {
    connection.on('error', onFault);
    if (isBusy) return void connection.end('Another backup is being made.');
    isBusy = true;
    const left = new Promise(done => connection.once('close', done));
    await copyNow().then(
      () => connection.write(READY),
      (error: unknown) => {
        onFault(error);
        connection.end('The database could not be copied: is there room for it a second time?');
      },
    );
    await left;
    rmSync(copy, { recursive: true, force: true });
    isBusy = false;
  }
  const { path, leave } = socketIn(dataDir);
  const listener = createServer(connection => void serve(connection));
  listener.once('close', leave).on('error', onFault);
  await new Promise<void>(done => {
    listener.once('error', () => done());
    listener.listen(path, done);
  });
  if (listener.listening) chmodSync(path, OWNER_ONLY);
  return () => listener.close();
}
