/** The floor page on a server of its own. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const PAGE = join(import.meta.dirname, 'floor');
const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
};

export async function floorServer(port: number) {
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1);
    const type = TYPES[extname(name)];
    if (!type || name.includes('/')) return void response.writeHead(404).end();
    const isMedia = type.startsWith('image/') || type.startsWith('video/');
    response.writeHead(200, { 'content-type': type });
    response.end(readFileSync(join(isMedia ? MARKERS : PAGE, name)));
  });
  await new Promise<void>(up => server.listen(port, '127.0.0.1', up));
  return {
    address: `http://localhost:${port}/`,
    stop: () =>
      new Promise<void>(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
