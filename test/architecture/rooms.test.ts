import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, product, ROOT, sources, type Source } from './sources.ts';

/** The most source files a folder may hold; above that it becomes a folder for each entity. */
const CROWD = 15;
const AREAS = [
  'identity',
  'fleet',
  'content',
  'sales',
  'playout',
  'proof',
  'reports',
  'programmatic',
  'alerts',
  'trust',
] as const;
/** Public pages and portals stand beside the areas of the contract. */
const PORTALS = ['public', 'owner', 'business'] as const;
const LAYERS = ['shared/contract', 'server', 'console'] as const;

const SERVER_MAY =
  /^shared\/(contract\/|alerts\/|playout\/|proof\/|openrtb\/|slides\/|brand\/|sales\/|reports\/|retention\/|constants|clock|random|money|backoff|i18n\/(format|hours|browserName|codes)|web\/csv|library\/chunks)/;
const MAY: [from: RegExp, to: RegExp][] = [
  [/^shared\/contract\/wire\//, /^shared\/contract\/wire\//],
  [/^shared\/contract\//, /^shared\/contract\//],
  [/^shared\/alerts\//, /^shared\/((alerts|playout|contract)\/|web\/el\.)/],
  [/^shared\/playout\//, /^shared\/((playout|contract)\/|constants|clock|random|i18n\/format)/],
  [/^shared\/proof\//, /^shared\/(proof|contract)\//],
  [/^shared\//, /^(shared|public)\//],
  [/^sw\//, /^(sw|shared)\//],
  [/^player\//, /^(player|shared)\//],
  [
    /^console\/kit\//,
    /^(shared|public)\/|^console\/kit\/|^console\/app\/(session\/(auth|useCurrentUser)|boundary\/Boundary|update\/(build|staleChunks)|paths)\.|^console\/workspace\.css$/,
  ],
  [/^console\//, /^(console|shared|public)\//],
  [/^server\//, new RegExp(`^server/|^vite\\.config|${SERVER_MAY.source}`)],
  [/^test\//, /./],
];
/** At the root of a program: its entry, page and style; what all of shared/ stands on. */
const AT_ROOT: Record<string, RegExp> = {
  player: /^(boot\.ts|player\.css)$/,
  console: /^(main\.tsx|\w+\.css)$/,
  shared: /^(constants|clock|random|money)\.ts$|^tokens\.css$/,
  server: /^(start|root)\.ts$/,
};

const areaOf = (path: string) => {
  const layer = LAYERS.find(name => path.startsWith(`${name}/`));
  if (layer === undefined) return null;
  const [name = ''] = path.slice(layer.length + 1).split('/');
  const isArea = [...AREAS, ...PORTALS].some(area => area === name);
  return isArea ? { layer, name } : null;
};

/** The files an area opens to others: its README lists them under this heading, each in backticks. */
const HEADING = '## Open to other areas';
function openFiles(folder: string): Set<string> {
  const readme = join(ROOT, folder, 'README.md');
  if (!existsSync(readme)) return new Set();
  const [, list = ''] = readFileSync(readme, 'utf8').split(HEADING);
  const [section = ''] = list.split('\n## ');
  return new Set([...section.matchAll(/`([\w/.]+\.tsx?)`/g)].map(([, file = '']) => join(folder, file)));
}

/** Imports from one area into another that the other's README does not list. */
function strayImports({ path, imports }: Source): string[] {
  const from = areaOf(path);
  if (from === null) return [];
  return imports
    .map(target => target.path)
    .filter(target => {
      const to = areaOf(target);
      if (to === null || to.layer !== from.layer || to.name === from.name) return false;
      return !openFiles(`${to.layer}/${to.name}`).has(target);
    });
}

describe('rooms', () => {
  it('each file imports only what its room may', () => {
    const strays = sources.flatMap(({ path, imports }) => {
      const rule = MAY.find(([from]) => from.test(path));
      return imports.filter(target => !rule?.[1].test(target.path)).map(target => `${path} → ${target.path}`);
    });
    expect(strays).toEqual([]);
  });

  it('an area imports of another only the files its README lists', () => {
    const strays = product.flatMap(source =>
      strayImports(source).map(target => `${source.path} → ${target}`),
    );
    expect(strays).toEqual([]);
  });

  it('a README lists no file that is gone or that no other area imports', () => {
    const folders = new Set(
      product.map(({ path }) => areaOf(path)).flatMap(area => (area ? [`${area.layer}/${area.name}`] : [])),
    );
    const idle = [...folders].flatMap(folder =>
      [...openFiles(folder)].filter(
        file =>
          !product.some(
            ({ path, imports }) =>
              !path.startsWith(`${folder}/`) && imports.some(target => target.path === file),
          ),
      ),
    );
    expect(idle).toEqual([]);
  });

  it('holds no import circle', () => {
    const graph = new Map(
      product.map(({ path, imports }) => [
        path,
        imports.filter(({ isType }) => !isType).map(target => target.path),
      ]),
    );
    expect(circlesOf(graph)).toEqual([]);
  });

  it('no room of the server imports one that imports it', () => {
    const roomOf = (path: string) => /^server\/(\w+)\//.exec(path)?.[1];
    const graph = new Map<string, string[]>();
    for (const { path, imports } of product) {
      const room = roomOf(path);
      if (room === undefined) continue;
      const targets = imports.filter(({ isType }) => !isType).map(target => roomOf(target.path));
      const others = targets.filter(target => target !== undefined && target !== room) as string[];
      graph.set(room, [...new Set([...(graph.get(room) ?? []), ...others])]);
    }
    expect(circlesOf(graph)).toEqual([]);
  });

  it(`holds at most ${CROWD} source files in a folder`, () => {
    const counts = new Map<string, number>();
    for (const { folder } of sources) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > CROWD)).toEqual([]);
  });

  it('keeps the roots to entry, page and style', () => {
    const strays = product.filter(({ path }) => {
      const [room = '', file = '', ...deeper] = path.split('/');
      return deeper.length === 0 && AT_ROOT[room] !== undefined && !AT_ROOT[room].test(file);
    });
    expect(strays.map(({ path }) => path)).toEqual([]);
  });
});
