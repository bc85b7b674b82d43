/** Files that a page needs at once, read from the build's manifests: the browser fetches them while it reads the page. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}
type Chunks = Record<string, Chunk>;
/** A chunk that a new player needs at once and a known player later. */
const NEXT = 'online';
const ENTRY = 'player/index.html';
const CONSOLE = 'console/index.html';

/** null before the first build. */
function chunksOf(webRoot: string, name: 'player' | 'console'): Chunks | null {
  const list = join(webRoot, `.vite/${name}.json`);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Chunks) : null;
}

/** The value of `Link` (`rel=modulepreload`) of the player's page, without files that the page itself names; null before the first build. */
export function preloadLinks(webRoot: string): string | null {
  const chunks = chunksOf(webRoot, 'player');
  const next = Object.values(chunks ?? {}).find(({ name }) => name === NEXT);
  if (!chunks || !next) return null;
  const beside = (next.imports ?? []).filter(name => name !== ENTRY).map(name => chunks[name]);
  return [next, ...beside]
    .filter(chunk => chunk !== undefined)
    .map(({ file }) => `</${file}>; rel=modulepreload`)
    .join(', ');
}

/** Elements of the console's head: styles and scripts of these modules and of all that they import, without what its page names itself. */
export function headLinks(webRoot: string, modules: readonly string[]): string {
  const chunks = chunksOf(webRoot, 'console') ?? {};
  const found = new Set<string>([CONSOLE]);
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    chunks[name]?.imports?.forEach(visit);
  };
  modules.forEach(visit);
  found.delete(CONSOLE);
  const needed = [...found].flatMap(name => chunks[name] ?? []);
  const styles = new Set(needed.flatMap(({ css = [] }) => css));
  return [
    ...[...styles].map(file => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...needed.map(
      ({ file }) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}" />`,
    ),
  ].join('\n    ');
}
