/** One process per data directory: the embedded engine does not lock its files itself. */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../context/config.ts';

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
/** Start time of a process in clock ticks since boot; it tells a reused pid from the lock's holder. */
const startOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';

interface Holder {
  pid: number;
  boot: string;
  start: string;
}

function thisProcess(): Holder {
  try {
    return { pid: process.pid, boot: bootId(), start: startOf(process.pid) };
  } catch {
    return { pid: process.pid, boot: '', start: '' };
  }
}

function isAlive(holder: Holder, me: Holder): boolean {
  if (holder.boot !== me.boot) return false;
  try {
    process.kill(holder.pid, 0);
    return me.start === '' || startOf(holder.pid) === holder.start;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Takes the lock or throws ConfigError; a live holder is never robbed. The answer releases it.
 * Spec: S12 (a second server on one directory refuses to start).
 */
export function lockDirectory(dir: string): () => void {
  const file = join(dir, 'server.lock');
  const me = thisProcess();
  for (;;) {
    try {
      const fd = openSync(file, 'wx', 0o600);
      writeFileSync(fd, JSON.stringify(me));
      closeSync(fd);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (holder === null || isAlive(holder, me))
      throw new ConfigError(
        `Another Wayside server (process ${holder?.pid ?? 'unknown'}) is using the data directory ${dir}. ` +
          'Stop it, or give this one its own directory with --data.',
      );
    rmSync(file, { force: true });
  }
}

/** null: another process is writing it. */
function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { pid: -1, boot: 'gone', start: '' };
    return null;
  }
}
