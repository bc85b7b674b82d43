import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const ROOMS = ['player', 'console', 'shared', 'sw', 'server', 'test'] as const;
const LINE_STOP = 300;
/** Plain tables may be as long as what they list. */
const TABLES = ['shared/contract/wire/access.ts'];

interface Source {
  path: string;
  text: string;
  lines: number;
}
const sources: Source[] = ROOMS.flatMap(room =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .map(name => join(room, name))
    .filter(
      name =>
        /\.(tsx?|mjs|css)$/.test(name) && !name.includes('/migrations/') && !name.startsWith('test/reports'),
    ),
).map(path => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, text, lines: text.split('\n').length - 1 };
});
const product = sources.filter(source => !source.path.startsWith('test/'));

/** Files of ours a source imports, dynamic imports included. */
function imports(source: Source): string[] {
  if (source.path.endsWith('.css')) return [];
  const { module, errors } = parseSync(source.path, source.text);
  /** Of a file that cannot be read nothing would be asked. */
  if (errors.length > 0) throw new Error(`${source.path}: ${errors[0]?.message}`);
  const { staticImports, staticExports, dynamicImports } = module;
  const named = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)].map(
    ({ moduleRequest }) => moduleRequest?.value ?? '',
  );
  const asked = dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.text.slice(start + 1, end - 1),
  );
  return [...named, ...asked]
    .filter(name => name.startsWith('.'))
    .map(name => relative(ROOT, resolve(ROOT, source.path, '..', name.split('?')[0] ?? name)));
}

/** Plain files of shared/ the server may read besides contract and playout. */
const SERVER_MAY =
  /^shared\/(contract\/|playout\/|constants|clock|random|backoff|csv|format|hours|library\/chunks)/;
const MAY: [from: RegExp, to: RegExp][] = [
  [/^shared\/contract\//, /^shared\/contract\//],
  [/^shared\/playout\//, /^shared\/(playout|contract)\/|^shared\/constants/],
  [/^shared\//, /^(shared|public)\//],
  [/^sw\//, /^(sw|shared)\//],
  [/^player\//, /^(player|shared)\//],
  [/^console\//, /^(console|shared|public)\//],
  [/^server\//, new RegExp(`^server/|^vite\\.config|${SERVER_MAY.source}`)],
  [/^test\//, /./],
];

describe('architecture', () => {
  it.each(sources.map(source => [source.path, source] as const))(
    '%s imports only what its room may',
    (path, source) => {
      const rule = MAY.find(([from]) => from.test(path));
      const strays = imports(source).filter(target => !rule?.[1].test(target));
      expect(strays).toEqual([]);
    },
  );

  it('holds no import cycle', () => {
    /** Types are gone at run time: they tie no knot. */
    const typesOnly = /^(import|export) type [^;]*? from '[^']*';/gm;
    const graph = new Map(
      product.map(source => [source.path, imports({ ...source, text: source.text.replace(typesOnly, '') })]),
    );
    const done = new Set<string>();
    const visit = (path: string, trail: string[]): string[] | null => {
      if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
      if (done.has(path)) return null;
      for (const next of graph.get(path) ?? []) {
        const cycle = visit(next, [...trail, path]);
        if (cycle) return cycle;
      }
      done.add(path);
      return null;
    };
    expect([...graph.keys()].map(path => visit(path, [])).filter(cycle => cycle !== null)).toEqual([]);
  });

  it('stops every file at 300 lines', () => {
    expect(
      sources
        .filter(s => s.lines > LINE_STOP && !TABLES.includes(s.path))
        .map(({ path, lines }) => `${path} ${lines}`),
    ).toEqual([]);
  });

  it('reads clocks in shared/clock.ts and chance in shared/random.ts only', () => {
    const clock = /\bDate\.now\b|\bnew Date\b|\bperformance\.now\b|\bset(Timeout|Interval)\(/;
    const chance = /\bMath\.random\b|\bgetRandomValues\b|\brandomUUID\b/;
    const strays = product
      .filter(({ path }) => !/^shared\/(clock|random|format)\.ts$/.test(path))
      .filter(({ text }) => clock.test(text) || chance.test(text));
    expect(strays.map(source => source.path)).toEqual([]);
  });

  it('API-28 leaves calls of the console to the one client: nobody else writes an address of the API or sends to it', () => {
    /** Handing the browser's own on is sending nothing; a whole browser may be moved. */
    const sends = /\bfetch\((?!input[,)])/;
    const names = /['"`]\/api\/(?!auth\/oauth\/)/;
    /** The gallery answers for itself. */
    const isGallery = (path: string) => path.startsWith('console/gallery/');
    /** Files of the page itself; a place, asked of a provider elsewhere; the farewell that outlives its client. */
    const may = [
      'console/public/guide/cacheGuide.ts',
      'console/app/language/languageByLocation.ts',
      'console/app/session/session.ts',
    ];
    const strays = product
      .filter(({ path }) => path.startsWith('console/') && !isGallery(path))
      .filter(({ path, text }) => names.test(text) || (sends.test(text) && !may.includes(path)));
    expect(strays.map(source => source.path)).toEqual([]);
  });

  it('has no file or folder named after nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|managers?|services?|data|info|misc|common)(\.|\/)/i;
    expect(product.filter(({ path }) => empty.test(path)).map(source => source.path)).toEqual([]);
  });

  it('leaves nothing undone, unsaid or switched off', () => {
    // This file, and the one whose subject is what must not compile.
    const namesThem = ['test/architecture.test.ts', 'test/console/kit/defineResource.test.ts'];
    const words =
      /\b(TODO|FIXME|HACK)\b|@ts-(ignore|nocheck|expect-error)|eslint-disable|\bas any\b|: any\b|vi\.mock\(|\b(it|test|describe)\.(only|skip|todo)\(|catch\s*(\(\w*\))?\s*\{\s*\}/;
    const strays = sources.filter(({ path, text }) => !namesThem.includes(path) && words.test(text));
    expect(strays.map(source => source.path)).toEqual([]);
  });

  it('builds no markup from text', () => {
    const raw = /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write/;
    expect(product.filter(({ text }) => raw.test(text)).map(source => source.path)).toEqual([]);
  });

  /** A library's own names are its business: `x.handleY()`, and the form library's handleSubmit. */
  it('says what it sees by verbs of the field, not by handle…', () => {
    expect(
      product
        .filter(({ text }) => /(?<!\.)\bhandle(?!Submit\b)[A-Z]\w*/.test(text))
        .map(source => source.path),
    ).toEqual([]);
  });
});
