/** Stamps a build with a hash of its sources, so that a stale build is detected. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

/** Sources of the pages. A change of the server alone does not change their stamp. */
const PAGES = [
  ...['player', 'console', 'shared', 'sw', 'public'],
  ...['vite.config.ts', 'vite.player.ts', 'vite.console.ts', 'vite.verify.ts', 'package-lock.json'],
];
const SERVER = ['server', 'shared', 'vite.server.ts', 'package-lock.json'];
const STAMP = join(ROOT, 'dist/stamp');
const SHOWN_DIGITS = 12;

function filesOf(path: string): string[] {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  const entries = path.includes('.') ? [] : readdirSync(full, { recursive: true, withFileTypes: true });
  return entries.length === 0
    ? [full]
    : entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

/** Short hash over file names and bytes. */
function stampOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = sources.flatMap(filesOf).filter(file => !file.endsWith('.md'));
  for (const file of files.sort()) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, SHOWN_DIGITS);
}
export const sourceStamps = (): Stamps => ({ pages: stampOf(PAGES), server: stampOf(SERVER) });
export interface Stamps {
  pages: string;
  server: string;
}
const lineOf = ({ pages, server }: Stamps) => `${pages} ${server}`;
const built = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8').trim() : null);

/** Stamp of the built pages; null before the first build. */
export const builtStamp = (): string | null => built()?.split(' ')[0] ?? null;
export const isStale = (): boolean => built() !== lineOf(sourceStamps());
export const writeStamp = (stamps: Stamps) => writeFileSync(STAMP, `${lineOf(stamps)}\n`);
