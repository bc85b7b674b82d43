/** `npm run build`: the player with its worker, the console, the page of proofs, the server, then brotli beside each text file. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { ROOT } from '../root.ts';
import { writeStamp, sourceStamps } from './stamp.ts';

const TEXT = /\.(js|css|html|json|svg|webmanifest)$/;

export async function build(): Promise<void> {
  const stamps = sourceStamps();
  process.env['WAYSIDE_BUILD'] = stamps.pages;
  for (const part of ['player', 'console', 'verify', 'server'])
    await viteBuild({ root: ROOT, configFile: join(ROOT, `vite.${part}.ts`), logLevel: 'warn' });
  const web = join(ROOT, 'dist/web');
  for (const name of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name) || name.endsWith('.html')) continue;
    const bytes = readFileSync(join(web, name));
    const packed = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    writeFileSync(join(web, `${name}.br`), packed);
  }
  writeStamp(stamps);
}

if (process.argv[1] === import.meta.filename) await build();
