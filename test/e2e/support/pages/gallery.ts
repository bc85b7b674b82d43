/** The development page of all components: built beside the product, served under the product's own policy. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { consolePolicy } from '../../../../server/app/pages/policy.ts';
import { freePort } from '../server/wayside.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ENTRY = 'console/gallery/index.html';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export async function serveGallery(): Promise<{ origin: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'wayside-gallery-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    appType: 'mpa',
    plugins: [react(), tailwindcss()],
    define: { 'import.meta.env.VITE_APP_VERSION': '"test"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(ROOT, ENTRY) },
    },
  });
  const page = readFileSync(join(folder, ENTRY), 'utf8');
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, pathname);
    const type = TYPES[extname(pathname)];
    if (type !== undefined && file.startsWith(folder) && existsSync(file) && statSync(file).isFile())
      return answer.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    const nonce = randomBytes(16).toString('base64url');
    return answer
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': consolePolicy({ nonce, geocoder: null, map: null }),
      })
      .end(page.replaceAll('__CSP_NONCE__', nonce));
  });
  const port = await freePort();
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done));
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
