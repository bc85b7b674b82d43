/** Every source file of the project with what it imports, read once for all questions about the structure. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';

export const ROOT = resolve(import.meta.dirname, '../..');
export const ROOMS = ['player', 'console', 'shared', 'sw', 'server', 'test'] as const;

export interface Import {
  path: string;
  /** Types are gone at run time: they make no cycle. */
  isType: boolean;
}
export interface Source {
  path: string;
  folder: string;
  text: string;
  lines: number;
  imports: Import[];
}

/** Files of ours a source imports, dynamic imports included. */
function importsOf(path: string, text: string): Import[] {
  if (path.endsWith('.css')) return [];
  const { module, errors } = parseSync(path, text);
  /** A file that cannot be parsed would pass every question. */
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const { staticImports, staticExports, dynamicImports } = module;
  const resolved = (name: string, isType: boolean): Import => ({
    path: relative(ROOT, resolve(ROOT, path, '..', name.split('?')[0] ?? name)),
    isType,
  });
  const fixed = staticImports.map(({ moduleRequest, entries }) => ({
    name: moduleRequest.value,
    isType: entries.length > 0 && entries.every(entry => entry.isType),
  }));
  const passedOn = staticExports
    .flatMap(({ entries }) => entries)
    .map(({ moduleRequest, isType }) => ({ name: moduleRequest?.value ?? '', isType }));
  const lazy = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    name: text.slice(start + 1, end - 1),
    isType: false,
  }));
  return [...fixed, ...passedOn, ...lazy]
    .filter(({ name }) => name.startsWith('.'))
    .map(({ name, isType }) => resolved(name, isType));
}

const isSource = (path: string) =>
  /\.(tsx?|mjs|css)$/.test(path) && !path.includes('/migrations/') && !path.startsWith('test/reports');

export const sources: Source[] = ROOMS.flatMap(room =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map(name => join(room, name)),
)
  .filter(isSource)
  .map(path => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return {
      path,
      text,
      folder: dirname(path),
      lines: text.split('\n').length - 1,
      imports: importsOf(path, text),
    };
  });
export const product = sources.filter(({ path }) => !path.startsWith('test/'));

/** Walks a graph and returns each circle it finds, as the names along it. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const visit = (name: string, trail: string[]): string[] | null => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of graph.get(name) ?? []) {
      const circle = visit(next, [...trail, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  return [...graph.keys()].map(name => visit(name, [])).filter(circle => circle !== null);
}
