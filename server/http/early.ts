/** What a player's page will ask for, named in the head of its answer: the files come while the page is read. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}
const ENTRY = 'player/index.html';
/** Loaded later by a page that has been here before; by one that has not, at once. */
const NEXT = 'online';

/** The value of `Link`, by the list the build has left; null before the first build. */
export function earlyFiles(webRoot: string): string | null {
  const list = join(webRoot, '.vite/player.json');
  if (!existsSync(list)) return null;
  const chunks = JSON.parse(readFileSync(list, 'utf8')) as Record<string, Chunk>;
  const next = Object.values(chunks).find(({ name }) => name === NEXT);
  const wanted = [ENTRY, ...(next?.imports ?? [])].map(name => chunks[name]);
  const first = [...wanted, next].filter(chunk => chunk !== undefined);
  const scripts = new Set(first.map(({ file }) => `</${file}>; rel=modulepreload`));
  const styles = first.flatMap(({ css = [] }) => css.map(file => `</${file}>; rel=preload; as=style`));
  return [...styles, ...scripts].join(', ');
}
