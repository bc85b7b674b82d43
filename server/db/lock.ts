/** One process per data directory: the embedded engine does not lock its files itself. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { ConfigError } from '../context/config.ts';

/**
 * Takes the lock or throws ConfigError; the answer releases it. The kernel holds it on the open file, so it ends with
 * its holder however that ends, and holds between containers that share the directory. The file itself stays and
 * decides nothing; what is written into it is for whoever looks for the holder.
 * Spec: S12 (a second server on one directory refuses to start).
 */
export function lockDirectory(dir: string): () => void {
  const file = join(dir, 'server.lock');
  const fd = openSync(file, 'a+', 0o600);
  try {
    if (!tryLock(fd)) throw inUse(dir, readFileSync(file, 'utf8'));
    ftruncateSync(fd);
    writeSync(fd, String(process.pid));
    fsyncSync(fd);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return () => closeSync(fd);
}

const inUse = (dir: string, holder: string) =>
  new ConfigError(
    `Another Wayside server (process ${/^\d+$/.test(holder) ? holder : 'unknown'}) is using the data directory ${dir}. ` +
      'Stop it, or give this one its own directory with --data.',
  );
