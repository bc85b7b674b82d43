/** `npm run backup -- FILE [--data DIR]`: archives the whole data directory, while its server runs or is stopped. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, EXIT_CONFIG, readConfig } from '../context/config.ts';
import { instant, systemClock } from '../../shared/clock.ts';
import { COPY, SOCKET } from '../app/backups.ts';
import { lockDirectory } from '../db/lock.ts';
import { requestCopy } from './requestCopy.ts';
import { noteBackup } from '../trust/system/backupNote.ts';

const LEFT_OUT = ['server.lock', SOCKET, COPY, 'uploads', 'media/coming'];
/** GNU tar: a file changed while it was read, as others of a running server do. */
const CHANGED = 1;

/** Media come after the copy of the database, so that no row names a file that the archive lacks. */
function archive(dataDir: string, part: string, copied: readonly string[]): void {
  const leftOut = [...LEFT_OUT, ...copied].flatMap(name => ['--exclude', `./${name}`]);
  const ofCopy = copied.length > 0 ? ['--directory', join(dataDir, COPY), ...copied] : [];
  const { status } = spawnSync(
    'tar',
    ['--create', '--gzip', '--file', part, ...leftOut, ...ofCopy, '--directory', dataDir, '.'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0 && !(status === CHANGED && copied.length > 0))
    throw new ConfigError(`tar could not write ${part}.`);
}

/** The directory is ours where no server runs; else its server copies what belongs to one moment. `release` ends either. */
async function hold(dataDir: string): Promise<{ copied: string[]; release: () => void }> {
  try {
    return { copied: [], release: lockDirectory(dataDir) };
  } catch (inUse) {
    if (!(inUse instanceof ConfigError)) throw inUse;
    const release = await requestCopy(dataDir);
    if (!release) throw inUse;
    return { copied: readdirSync(join(dataDir, COPY)), release };
  }
}

const [file, ...flags] = process.argv.slice(2);
try {
  if (file === undefined || file.startsWith('--'))
    throw new ConfigError('Usage: npm run backup -- FILE.tar.gz [--data DIR]');
  const { dataDir, databaseUrl } = readConfig(flags, process.env);
  if (!existsSync(dataDir)) throw new ConfigError(`There is no data directory ${dataDir}.`);
  if (databaseUrl !== null)
    process.stdout.write(
      'DATABASE_URL is set: this archive holds media and secret; take the database with pg_dump.\n',
    );
  const { copied, release } = await hold(dataDir);
  const part = `${resolve(file)}.part`;
  try {
    archive(dataDir, part, copied);
    renameSync(part, resolve(file));
    noteBackup(dataDir, instant(systemClock.now()));
  } finally {
    rmSync(part, { force: true });
    release();
  }
  process.stdout.write(`Backed up ${dataDir} to ${file}.\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
