/** `npm start`: serves what was built. */
import { ConfigError, EXIT_CONFIG, readConfig } from './context/config.ts';
import { serve } from './app/index.ts';

try {
  await serve(readConfig(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  const isAsked = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '');
  if (isAsked && error.cause instanceof Error) process.stderr.write(`${error.cause.stack}\n`);
  process.exit(EXIT_CONFIG);
}
