/** `npm run restore -- FILE [--data DIR]`: unpacks a backup into an empty data directory; never over another. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { ConfigError, EXIT_CONFIG, readConfig } from '../context/config.ts';

const [file, ...flags] = process.argv.slice(2);
try {
  if (file === undefined || !existsSync(file))
    throw new ConfigError('Usage: npm run restore -- FILE.tar.gz [--data DIR]; the file must exist.');
  const { dataDir } = readConfig(flags, process.env);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new ConfigError(`${dataDir} is not empty. Move it away first: a restore never overwrites.`);
  const part = `${dataDir}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  const run = spawnSync('tar', ['--extract', '--gzip', '--file', file, '--directory', part], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.status !== 0) {
    rmSync(part, { recursive: true, force: true });
    throw new ConfigError(`${file} is not a backup of ours, or is damaged; nothing was changed.`);
  }
  rmSync(dataDir, { recursive: true, force: true });
  renameSync(part, dataDir);
  process.stdout.write(`Restored ${file} to ${dataDir}.\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
