/** `npm run dev`: server, player and console with live reload on one address. */
import { spawn } from 'node:child_process';
import { createServer as createVite } from 'vite';
import { ConfigError, EXIT_CONFIG, readConfig } from './config.ts';

const DEV_PORT = 5173;
const BEHIND = ['/api', '/media', '/docs', '/healthz', '/readyz', '/metrics', '/version.json'];

try {
  const flags = process.argv.slice(2);
  const { port } = readConfig(flags, process.env);
  const server = spawn(process.execPath, ['--watch', '--import', 'tsx', 'server/devServer.ts', ...flags], {
    stdio: 'inherit',
  });
  const target = `http://localhost:${port}`;
  const vite = await createVite({
    server: { port: DEV_PORT, proxy: Object.fromEntries(BEHIND.map(path => [path, { target }])) },
  });
  await vite.listen();
  process.stdout.write(
    `\nLive reload: http://localhost:${DEV_PORT}/player and http://localhost:${DEV_PORT}/admin\n`,
  );
  const stop = () => {
    server.kill('SIGTERM');
    void vite.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
