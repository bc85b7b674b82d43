/** A page's script for a test, with all it imports, as one text. */
import { join } from 'node:path';
import { build } from 'vite';

export async function bundled(file: 'stagePage' | 'lightPage'): Promise<string> {
  const entry = join(import.meta.dirname, `${file}.ts`);
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: file } },
  });
  const outputs = (Array.isArray(made) ? made : [made]).flatMap(one => ('output' in one ? one.output : []));
  return outputs.flatMap(chunk => ('code' in chunk ? [chunk.code] : [])).join('\n');
}
