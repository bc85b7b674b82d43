/** docs/figures.json: what the parts that take long have shown, and whether that still counts. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS } from './parts.ts';
import { ROOT } from './steps.ts';

const FILE = join(ROOT, 'docs/figures.json');

export type Figures = Record<string, unknown>;
export interface Entry {
  part: string;
  commit: string;
  date: string;
  seconds: number;
  /** Tests, or what else the part counts. */
  passed?: number;
  failed?: number;
  /** Rows of docs/requirements.tsv that its tests prove. */
  rows?: string[];
  /** Of the files it covers, as they were. */
  covered?: string;
  figures: Figures | Figures[];
}

/** Read each time: another part may run beside this one. */
export const known = (): Entry[] =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Entry[]) : [];

/** The newest of a part stands in place of the one before it. */
export function write(entry: Entry): void {
  const others = known().filter(({ part }) => part !== entry.part);
  writeFileSync(FILE, `${JSON.stringify([...others, entry], null, 2)}\n`);
}

function filesOf(path: string): string[] {
  if (!existsSync(join(ROOT, path))) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

/** One word for all that a part covers: another one once a file is changed, added or gone. No history is needed. */
export function fingerprint(covers: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of [...new Set(covers.flatMap(filesOf))].sort())
    sum
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return sum.digest('hex').slice(0, 16);
}

export function stillCounts({ part, covered, failed }: Entry): boolean {
  const covers = PARTS[part]?.covers;
  return failed === 0 && covers !== undefined && covered === fingerprint(covers);
}
/** A part that has failed since counts for nothing, until it passes again. */
export function withdraw(part: string): void {
  const passed = known().find(entry => entry.part === part);
  if (passed) write({ ...passed, covered: 'failed since' });
}
/** Rows that parts of the long lanes prove while what they cover is as it was. */
export const provenAtLength = (entries: readonly Entry[] = known()): string[] =>
  entries.filter(stillCounts).flatMap(({ rows }) => rows ?? []);
/** Parts that stand for tests of `npm test` and have not passed since something changed in what they cover. */
export function partsWithoutPass(entries: readonly Entry[] = known()): string[] {
  const passed = new Set(entries.filter(stillCounts).map(({ part }) => part));
  return Object.keys(PARTS).filter(part => PARTS[part]?.standsForTests === true && !passed.has(part));
}
/** Parts that have proven one of these rows, and have to prove it once more. */
export const partsToRunAgain = (rows: readonly string[], entries: readonly Entry[] = known()): string[] =>
  entries
    .filter(entry => entry.rows?.some(row => rows.includes(row)) && !stillCounts(entry))
    .map(({ part }) => part);
