/** What both pages share, and all that live reload needs; `vite.player.ts` and `vite.console.ts` build them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;
export const WEB = join(ROOT, 'dist/web');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const STYLE = /\s*<link rel="stylesheet"[^>]*>/g;
/** The first paint waits for its styles and for no script: they are asked for first, while there are connections. */
const stylesFirst: Plugin = {
  name: 'styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(STYLE) ?? [];
      return html.replace(STYLE, '').replace(/\s*<script/, script => styles.join('') + script);
    },
  },
};

export default defineConfig({
  root: ROOT,
  appType: 'mpa',
  resolve: {
    alias: [
      {
        find: /^\.\.\/zip\/zipToArrayBuffer\.js$/,
        replacement: join(ROOT, 'console/kit/export/zipInPage.ts'),
      },
    ],
  },
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(version),
    __WAYSIDE_BUILD__: JSON.stringify(process.env['WAYSIDE_BUILD'] ?? 'dev'),
  },
  plugins: [react(), tailwindcss(), stylesFirst],
  build: {
    outDir: WEB,
    target: 'es2022',
    /** A browser that knows no modulepreload fetches a little later; that is worth less than the bytes for all others. */
    modulePreload: { polyfill: false },
    /** Type inside a style sheet would need `data:` in the content security policy. */
    assetsInlineLimit: 0,
    /** Names of files pack better in 36 characters than in 64. Every page has the same, or shared files would be there twice. */
    rolldownOptions: { output: { hashCharacters: 'base36' } },
  },
});
