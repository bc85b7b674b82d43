/** `npm start`: builds what is missing or stale, then serves. */
import { ConfigError, EXIT_CONFIG, readConfig } from './config.ts';
import { builtStamp, sourceStamp } from './stamp.ts';

try {
  const config = readConfig(process.argv.slice(2), process.env);
  if (builtStamp() !== sourceStamp()) {
    process.stdout.write('Building player and console …\n');
    await (await import('./build.ts')).build();
  }
  const { serve } = await import('./index.ts');
  await serve(config);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
