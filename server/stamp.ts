/** Names the sources a build was made of, so that a stale build is noticed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [
  ...['player', 'console', 'shared', 'sw', 'public'],
  ...['vite.config.ts', 'vite.player.ts', 'vite.console.ts', 'package-lock.json'],
];
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

/** Short hash over names and bytes of everything the browser bundles are made of. */
export function sourceStamp(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesOf).sort())
    hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, SHOWN_DIGITS);
}
export const builtStamp = (): string | null =>
  existsSync(STAMP) ? readFileSync(STAMP, 'utf8').trim() : null;
export const noteBuild = (stamp: string) => writeFileSync(STAMP, `${stamp}\n`);
