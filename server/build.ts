/** `npm run build`: the player with its worker, the console, then brotli beside each text file. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { noteBuild, sourceStamp } from './stamp.ts';

const ROOT = join(import.meta.dirname, '..');
const TEXT = /\.(js|css|html|json|svg|webmanifest)$/;

export async function build(): Promise<void> {
  const stamp = sourceStamp();
  process.env['WAYSIDE_BUILD'] = stamp;
  for (const page of ['player', 'console'])
    await viteBuild({ root: ROOT, configFile: join(ROOT, `vite.${page}.ts`), logLevel: 'warn' });
  const web = join(ROOT, 'dist/web');
  for (const name of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name) || name.endsWith('.html')) continue;
    const bytes = readFileSync(join(web, name));
    const packed = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    writeFileSync(join(web, `${name}.br`), packed);
  }
  noteBuild(stamp);
}

if (process.argv[1] === import.meta.filename) await build();
