/** `npm run backup -- FILE [--data DIR]`: archives the whole data directory of a stopped server. */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, EXIT_CONFIG, readConfig } from '../context/config.ts';
import { instant, systemClock } from '../../shared/clock.ts';
import { lockDirectory } from '../db/lock.ts';
import { noteBackup } from '../trust/system/backupNote.ts';

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
  const unlock = lockDirectory(dataDir);
  const part = `${resolve(file)}.part`;
  try {
    const run = spawnSync(
      'tar',
      [
        '--create',
        '--gzip',
        '--file',
        part,
        '--exclude',
        './server.lock',
        '--exclude',
        './uploads',
        '--exclude',
        './media/coming',
        '--directory',
        dataDir,
        '.',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    if (run.status !== 0) throw new ConfigError(`tar could not write ${file}.`);
    renameSync(part, resolve(file));
    noteBackup(dataDir, instant(systemClock.now()));
  } finally {
    rmSync(part, { force: true });
    unlock();
  }
  process.stdout.write(`Backed up ${dataDir} to ${file}.\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
