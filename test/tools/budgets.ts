/** Byte budgets of what a browser loads, from Vite's manifest, at brotli 11. 1 KB = 1000 bytes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ROOT } from './steps.ts';

const WEB = join(ROOT, 'dist/web');

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const known = new Map<string, number>();
function packed(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const bytes = known.get(file) ?? brotliCompressSync(readFileSync(join(WEB, file)), { params }).length;
  known.set(file, bytes);
  return bytes;
}

/** Files of an entry and what it imports; with `follow`, also the lazy chunks it accepts, and theirs. */
function closure(manifest: Manifest, entries: string[], follow: (source: string) => boolean): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
    for (const next of chunk.dynamicImports ?? []) if (follow(next)) visit(next);
  };
  entries.forEach(visit);
  return files;
}

const CHINESE_TYPE = 'player/fonts/chineseType.ts';
/** Lazy chunks of the player that only a hand, somebody from afar or a start that failed opens; everything else may load while playing. */
const isPanel = (source: string) =>
  /^player\/(panels\/|decisions\/|rides\/pageRides\.|kiosk\/knob\.|screens\/(ask|fatal|identify)\.)/.test(
    source,
  );

const chunksOf = (page: string) =>
  JSON.parse(readFileSync(join(WEB, `.vite/${page}.json`), 'utf8')) as Manifest;
const [playerChunks, consoleChunks] = [chunksOf('player'), chunksOf('console')];
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + packed(file), 0);
const player = 'player/index.html';
const firstPaint = closure(playerChunks, [player], () => false);
const playing = closure(playerChunks, [player], source => !isPanel(source) && source !== CHINESE_TYPE);
const chineseType = [...closure(playerChunks, [CHINESE_TYPE], () => false)].filter(
  file => !playing.has(file),
);
const everything = closure(playerChunks, [player], source => source !== CHINESE_TYPE);
const signIn = closure(consoleChunks, ['console/index.html'], () => false);
const words = ['player', 'emergency']
  .flatMap(name => [`en/${name}.json`, `zh/${name}.json`])
  .map(name => `locales/${name}`)
  .filter(name => existsSync(join(WEB, name)));
const consoleWords = ['common', 'auth'].map(name => `locales/en/${name}.json`);

const budgets = [
  {
    what: 'player: entry HTML, static imports, CSS',
    limit: 30_000,
    bytes: sum([...firstPaint, 'player/index.html']),
  },
  {
    /** Of 120,000 that the best peer leaves: the splash, rules of the weather, the time of satellites, the tenant of a kept write and moments that are parsed once came last. */
    what: 'player: all that loads while playing, with /sw.js',
    limit: 108_700,
    bytes: sum([...playing, 'player/index.html', 'sw.js', ...words]),
  },
  {
    what: 'player: panels a hand opens',
    limit: 125_000,
    bytes: sum([...everything].filter(file => !playing.has(file))),
  },
  { what: 'player: Chinese type, where the machine has none', limit: 20_000, bytes: sum(chineseType) },
  {
    what: 'console: until the sign-in form can be used',
    limit: 101_200,
    bytes: sum([
      ...signIn,
      'console/index.html',
      ...consoleWords.filter(name => existsSync(join(WEB, name))),
    ]),
  },
];

/** Type that the sign-in draws with; each further script is fetched only where it is written. */
const TYPE = /overpass-latin-wght-normal/;
const signInType = readdirSync(join(WEB, 'assets')).filter(
  file => TYPE.test(file) && file.endsWith('.woff2'),
);
budgets.push({
  what: 'console: the sign-in in all, type and icon too',
  limit: 160_000,
  bytes:
    sum([...signIn, 'console/index.html', 'theme.js', ...consoleWords]) +
    [...signInType.map(file => `assets/${file}`), 'icons/icon-192.png'].reduce(
      (total, file) => total + statSync(join(WEB, file)).size,
      0,
    ),
});

/** What stands behind the sign-in on every page, and what a page brings beyond that. */
const SCREENS = {
  list: 'console/kit/screens/list/ListScreen.tsx',
  record: 'console/kit/screens/record/RecordScreen.tsx',
};
const CHARTS = 'console/kit/charts/Plot.tsx';
const workspace = Object.keys(consoleChunks).filter(key => consoleChunks[key]?.name === 'workspace');
const scriptsOf = (entries: string[]) =>
  [...closure(consoleChunks, ['console/index.html', ...workspace, ...entries], () => false)].filter(file =>
    file.endsWith('.js'),
  );
const shell = new Set(scriptsOf([]));
/** The schema library comes once, with the first page, and belongs to none. */
const isSchemas = (file: string) => /\/schemas-[^/]*\.js$/.test(file);
const ownBytes = (entries: string[]) =>
  sum(scriptsOf(entries).filter(file => !shell.has(file) && !isSchemas(file)));

/** Pages are what the table of routes brings lazily; definitions are drawn by the generic screens. */
const ROUTES = join(ROOT, 'console/app/routes');
const lazy = readdirSync(ROUTES).flatMap(file =>
  [...readFileSync(join(ROUTES, file), 'utf8').matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) =>
    relative(ROOT, join(ROUTES, path)),
  ),
);
const isResource = (source: string) => source.endsWith('.resource.tsx');
const pages = [...new Set(lazy)].filter(source => !isResource(source));
const resources = Object.keys(consoleChunks).filter(isResource);
const missing = [...pages, ...resources, CHARTS].filter(source => consoleChunks[source] === undefined);
if (workspace.length !== 1 || missing.length > 0)
  throw new Error(`not in the build: ${['workspace', ...missing].join(', ')}`);
const heaviest = [
  ...pages.map(page => [page]),
  ...resources.map(resource => [SCREENS.list, resource]),
  ...resources
    .filter(resource => readFileSync(join(ROOT, resource), 'utf8').includes("opens: 'page'"))
    .map(resource => [SCREENS.record, resource]),
]
  .map(entries => ({ entries, bytes: ownBytes(entries) }))
  .reduce((a, b) => (b.bytes > a.bytes ? b : a));
budgets.push(
  /**
   * The table of pages stands in it: some 30 bytes for each page, and some 10 for each file it brings. Of 155,000 that
   * half of the peer's dashboard leaves: what a switch of the tenant takes off the page came last.
   */
  { what: 'console: scripts of the shell after the sign-in', limit: 123_100, bytes: sum(shell) },
  {
    what: 'console: the schema library, with the first page',
    limit: 15_000,
    bytes: sum(scriptsOf(pages).filter(isSchemas)),
  },
  {
    what: `console: scripts of the heaviest page beyond the shell, ${heaviest.entries.join(' + ')}`,
    limit: 40_000,
    bytes: heaviest.bytes,
  },
  {
    what: 'console: the same with charts',
    limit: 75_000,
    bytes: ownBytes([...heaviest.entries, CHARTS]),
  },
);

/** Maps come only where a place is chosen or shown, and belong to no page: their scripts with the worker, and the outline. */
const MAP = 'console/kit/map/GlMap.tsx';
if (consoleChunks[MAP] === undefined) throw new Error(`not in the build: ${MAP}`);
/** Style that every page has, a map does not bring. */
const everywhere = closure(consoleChunks, ['console/index.html', ...workspace], () => false);
const ofMaps = [
  ...closure(consoleChunks, ['console/kit/map/MapView.tsx', MAP], source => /\/map\//.test(source)),
];
const mapAssets = (kind: RegExp) =>
  readdirSync(join(WEB, 'assets'))
    .filter(file => kind.test(file))
    .map(file => `assets/${file}`);
budgets.push(
  {
    what: 'console: a map, with drawing and the worker',
    limit: 370_000,
    bytes: sum([
      ...ofMaps.filter(file => !everywhere.has(file) && !isSchemas(file)),
      ...mapAssets(/^maplibre-gl-csp-worker-.*\.js$/),
    ]),
  },
  {
    what: 'console: the outline of the world, where no base map was set',
    limit: 155_000,
    bytes: sum(mapAssets(/^land-50m-.*\.json$/)),
  },
);

let over = 0;
for (const { what, limit, bytes } of budgets) {
  const verdict = bytes <= limit ? 'ok' : 'OVER';
  if (bytes > limit) over++;
  process.stdout.write(
    `${verdict.padEnd(5)}${(bytes / 1000).toFixed(1).padStart(7)} of ${limit / 1000} KB  ${what}\n`,
  );
}
process.exitCode = over === 0 ? 0 : 1;
