/** `npm run dev`: server, player and console with live reload on one address. */
import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { createServer as createVite, type Plugin } from 'vite';
import { ConfigError, EXIT_CONFIG, readConfig } from '../context/config.ts';

const DEV_PORT = Number(process.env['DEV_PORT'] ?? 5173);
const BEHIND = ['/api', '/media', '/q/', '/docs', '/healthz', '/readyz', '/metrics', '/version.json'];
const PLAYER = new Set(['/', '/player', '/display']);

/** The HTML page of a URL; files and Vite's own URLs stay as they are. */
function pageOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  if (PLAYER.has(path)) return '/player/index.html';
  if (path === '/verify.html') return '/console/proof/verify/index.html';
  if (path === '/gallery') return '/console/gallery/index.html';
  return extname(path) !== '' || path.startsWith('/@') ? url : '/console/index.html';
}
const pages: Plugin = {
  name: 'pages',
  configureServer: vite => {
    vite.middlewares.use((request, _answer, next) => {
      const url = request.url ?? '/';
      if (!BEHIND.some(path => url.startsWith(path))) request.url = pageOf(url);
      next();
    });
  },
};

try {
  const flags = process.argv.slice(2);
  const { port } = readConfig(flags, process.env);
  const server = spawn(
    process.execPath,
    ['--watch', '--import', 'tsx', 'server/dev/devServer.ts', ...flags],
    {
      stdio: 'inherit',
    },
  );
  const target = `http://localhost:${port}`;
  const vite = await createVite({
    plugins: [pages],
    server: {
      port: DEV_PORT,
      strictPort: true,
      proxy: Object.fromEntries(BEHIND.map(path => [path, { target }])),
    },
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
