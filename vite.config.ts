/** One build, two pages and a worker. The worker precaches what the player needs and nothing of the console. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Manifest, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const ROOT = import.meta.dirname;
const WEB = join(ROOT, 'dist/web');
const PLAYER_ENTRY = 'player/index.html';
const CONSOLE_ENTRY = 'console/index.html';
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Opened by hands on screens that have words: fetched then, and cached by the worker as it is used. */
const SLICES = /noto-sans-sc/;
const ALWAYS = [/^locales\/(en|zh)\/(player|panels|rider)\.json$/, /^icons\//, /^player\.webmanifest$/];

/** Every built file the player page can ask for: its entry, all it imports now or later, their styles and type. */
function playerFiles(): Set<string> {
  const chunks = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Manifest;
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  visit(PLAYER_ENTRY);
  return files;
}

interface PrecacheEntry {
  url: string;
  revision: string | null;
  size: number;
}

function playerOnly(entries: PrecacheEntry[]) {
  const files = playerFiles();
  const isLatin = (url: string) =>
    !url.endsWith('.woff2') || (/latin-/.test(url) && !/latin-ext|italic/.test(url));
  const wanted = entries.filter(
    ({ url }) =>
      url === PLAYER_ENTRY ||
      ALWAYS.some(pattern => pattern.test(url)) ||
      (files.has(url) && !SLICES.test(url) && isLatin(url)),
  );
  return {
    manifest: wanted.map(({ url, revision, size }) => ({
      url: url === PLAYER_ENTRY ? '/player' : `/${url}`,
      revision: url.startsWith('assets/') ? null : revision,
      size,
    })),
    warnings: [],
  };
}

const STYLE = /\s*<link rel="stylesheet"[^>]*>/g;
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const THEME = '<script src="/theme.js"';
/**
 * The first paint waits for its styles and for no script: they are asked for first, while there are connections,
 * and the program of the console, fetched meanwhile, is started by theme.js after that paint.
 */
const paintFirst: Plugin = {
  name: 'paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path }) {
      const styles = html.match(STYLE) ?? [];
      const ordered = html.replace(STYLE, '').replace(/\s*<script/, script => styles.join('') + script);
      const program = ENTRY.exec(ordered)?.[1];
      if (!path.endsWith(CONSOLE_ENTRY) || program === undefined) return ordered;
      return ordered
        .replace(ENTRY, `<link rel="modulepreload" crossorigin href="${program}">`)
        .replace(THEME, `${THEME} data-program="${program}"`);
    },
  },
};

export default defineConfig({
  root: ROOT,
  appType: 'mpa',
  resolve: {
    alias: [
      { find: /^\.\.\/zip\/zipToArrayBuffer\.js$/, replacement: join(ROOT, 'console/export/zipHere.ts') },
    ],
  },
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(version),
    __WAYSIDE_BUILD__: JSON.stringify(process.env['WAYSIDE_BUILD'] ?? 'dev'),
  },
  plugins: [
    react(),
    tailwindcss(),
    paintFirst,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'index.ts',
      injectRegister: false,
      manifest: false,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,png,json,webmanifest}'],
        manifestTransforms: [playerOnly],
        rollupFormat: 'iife',
      },
      integration: {
        /** The worker's address is its scope: it lies at the root whatever its source is called. */
        beforeBuildServiceWorker(options) {
          options.swDest = options.injectManifest.swDest = join(WEB, 'sw.js');
        },
      },
    }),
  ],
  build: {
    outDir: WEB,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    /** A browser that knows no modulepreload fetches a little later; that is worth less than the bytes for all others. */
    modulePreload: { polyfill: false },
    /** Type inside a style sheet would need `data:` in the content security policy. */
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [PLAYER_ENTRY, CONSOLE_ENTRY].map(path => join(ROOT, path)).filter(path => existsSync(path)),
    },
  },
});
