/** `npm run build`: the player with its worker, the console, the page of proofs, the server, then brotli beside each text file. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build as viteBuild, minifySync } from 'vite';
import { ROOT } from '../root.ts';
import { writeStamp, sourceStamps } from './stamp.ts';

/** What Vite copies as it is, written without what only readers of the source need. */
const COPIED: Readonly<Record<string, (text: string) => string>> = {
  'theme.js': text => minifySync('theme.js', text).code,
  'locales/': text => JSON.stringify(JSON.parse(text)),
};
const TEXT = /\.(js|css|html|json|svg|webmanifest)$/;

export async function build(): Promise<void> {
  const stamps = sourceStamps();
  process.env['WAYSIDE_BUILD'] = stamps.pages;
  for (const part of ['player', 'console', 'verify', 'server'])
    await viteBuild({ root: ROOT, configFile: join(ROOT, `vite.${part}.ts`), logLevel: 'warn' });
  const web = join(ROOT, 'dist/web');
  for (const name of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name) || name.endsWith('.html')) continue;
    const shorten = Object.entries(COPIED).find(([start]) => name.startsWith(start))?.[1];
    if (shorten) writeFileSync(join(web, name), shorten(readFileSync(join(web, name), 'utf8')));
    const bytes = readFileSync(join(web, name));
    const packed = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    writeFileSync(join(web, `${name}.br`), packed);
  }
  writeStamp(stamps);
}

if (process.argv[1] === import.meta.filename) await build();
