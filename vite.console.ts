/** The console, built after the player into the same folder. */
import { join } from 'node:path';
import { mergeConfig, type Plugin } from 'vite';
import common from './vite.config.ts';

const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
/** What nearly every page draws and asks with; nothing of it is needed before the sign-in, which the workspace must not hold up. */
const KIT = [
  /\/react-query\/build\/modern\/(useQuery|suspense)\./,
  /\/console\/kit\/(fields\/cells|fields\/StateMark|screens\/record\/WaitingMark|ui\/controls\/TipButton)\.tsx?/,
];
/** The sign-in and the workspace are there before any page that a list of files is kept for. */
const THERE_BEFORE = /\/(index|rolldown-runtime|workspace)-[^/]*$/;
const THEME = '<script src="/theme.js"';
/** Its program, fetched meanwhile, is started by theme.js after the first paint. */
const paintFirst: Plugin = {
  name: 'paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const program = ENTRY.exec(html)?.[1];
      if (program === undefined) return html;
      return html
        .replace(ENTRY, `<link rel="modulepreload" crossorigin href="${program}">`)
        .replace(THEME, `${THEME} data-program="${program}"`);
    },
  },
};

export default mergeConfig(common, {
  plugins: [paintFirst],
  resolve: {
    alias: [
      /** The build whose worker is a file: our policy starts none from a text. */
      { find: /^maplibre-gl$/, replacement: 'maplibre-gl/dist/maplibre-gl-csp.js' },
      /** Libraries bring it for a React that lacks it. */
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/console.json',
    modulePreload: {
      resolveDependencies: (_: string, files: string[]) => files.filter(file => !THERE_BEFORE.test(file)),
    },
    rolldownOptions: {
      input: join(import.meta.dirname, 'console/index.html'),
      output: {
        /** Each page's list of files stands in the shell: seven characters tell the versions of a file apart as well as eight. */
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          /** The sign-in comes as one file, the workspace as another and what pages share as a third: dozens of small ones pack worse and cost a request each. */
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            /** Every page checks by schemas; the shell is drawn without them. */
            { name: 'schemas', test: /\/node_modules\/zod\//, priority: 2 },
            /** The calls of the sign-in need them, and must not wait for the workspace, which may fail to load. */
            { name: 'roles', test: /\/contract\/wire\/roles\.ts$/, priority: 2 },
            {
              name: 'workspace',
              test: /\/console\/(app\/Workspace|kit\/text\/useFormat|kit\/waitingWrites)\.tsx?$/,
              priority: 1,
            },
            { name: 'kit', test: (name: string) => KIT.some(part => part.test(name)), priority: 0 },
          ],
        },
      },
    },
  },
});
