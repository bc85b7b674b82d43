/** The server in one file: it starts in a third of the time its sources take. What it depends on stays where it is. */
import { join } from 'node:path';
import { defineConfig } from 'vite';

const ROOT = import.meta.dirname;

export default defineConfig({
  root: ROOT,
  publicDir: false,
  build: {
    ssr: join(ROOT, 'server/start.ts'),
    outDir: join(ROOT, 'dist'),
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'server.js', codeSplitting: false } },
  },
});
