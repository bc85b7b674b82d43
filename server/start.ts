/** `npm start`: serves what was built. */
import { ConfigError, EXIT_CONFIG, readConfig } from './context/config.ts';
import { serve } from './app/index.ts';

try {
  await serve(readConfig(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
