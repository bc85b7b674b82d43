/** The player and the worker, which precaches what the player needs. Nothing of the console is in either. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeConfig, type Manifest } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { playerContract } from './server/build/playerContract.ts';
import common, { WEB } from './vite.config.ts';

const PLAYER_ENTRY = 'player/index.html';
const PLAYER_CHUNKS = '.vite/player.json';

/** Opened by hands on screens that have words: fetched then, and cached by the worker as it is used. */
const SLICES = /noto-sans-sc/;
const ALWAYS = [
  /^locales\/(en|zh)\/(player|panels|rider|emergency)\.json$/,
  /^icons\//,
  /^player\.webmanifest$/,
];

/** Every built file the player page can ask for: its entry, all it imports now or later, their styles and type. */
function playerFiles(): Set<string> {
  const chunks = JSON.parse(readFileSync(join(WEB, PLAYER_CHUNKS), 'utf8')) as Manifest;
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

export default mergeConfig(common, {
  plugins: [
    playerContract,
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
    emptyOutDir: true,
    manifest: PLAYER_CHUNKS,
    rolldownOptions: {
      input: join(import.meta.dirname, PLAYER_ENTRY),
      output: {
        codeSplitting: {
          /** Few files and no swarm of small ones: on a slow link each costs a round trip. */
          groups: [
            { name: 'start', tags: ['$initial'], test: /\/(player|shared)\/(?!boot\.ts)/, priority: 2 },
            { name: 'online', test: /\/player\/link\/online\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
});
