/** Preload links (`Link: rel=modulepreload`) for the player's page: the browser fetches scripts while it reads the page. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}
/** A chunk that a new player needs at once and a known player later. */
const NEXT = 'online';
const ENTRY = 'player/index.html';

/** The value of `Link`, read from the build's manifest, without files that the page itself names; null before the first build. */
export function preloadLinks(webRoot: string): string | null {
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
