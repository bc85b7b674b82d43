/** `npm run admin -- reset`: a new one-time password for the first administrator. */
import { systemClock } from '../../shared/clock.ts';
import { ConfigError, EXIT_CONFIG, readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { resetAdmin } from '../identity/firstRun.ts';

const [verb, ...flags] = process.argv.slice(2);
try {
  if (verb !== 'reset') throw new ConfigError('Usage: npm run admin -- reset [--data DIR]');
  const database = await openDatabase(readConfig(flags, process.env));
  try {
    const admin = await resetAdmin(database.db, systemClock.now());
    process.stdout.write(
      `Sign in once as ${admin.email} with the password ${admin.password ?? ''} (24 hours).\n`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
