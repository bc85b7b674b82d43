/** What a new player's page will ask for, named in the head of its answer: the files come while the page is read. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}
/** Loaded later by a page that has been here before; by one that has not, at once. */
const NEXT = 'online';
const ENTRY = 'player/index.html';

/** The value of `Link`, by the list the build has left; null before the first build. What the page itself names is not in it. */
export function earlyFiles(webRoot: string): string | null {
  const list = join(webRoot, '.vite/player.json');
  if (!existsSync(list)) return null;
  const chunks = JSON.parse(readFileSync(list, 'utf8')) as Record<string, Chunk>;
  const next = Object.values(chunks).find(({ name }) => name === NEXT);
  if (!next) return null;
  const beside = (next.imports ?? []).filter(name => name !== ENTRY).map(name => chunks[name]);
  return [next, ...beside]
    .filter(chunk => chunk !== undefined)
    .map(({ file }) => `</${file}>; rel=modulepreload`)
    .join(', ');
}
