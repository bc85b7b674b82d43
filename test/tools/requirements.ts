/**
 * `npm run requirements`: which rows of docs/requirements.tsv a passing test proves.
 * A row is proven by a test whose literal title begins with its id; the rest stands in docs/requirements.pending.
 * Where the column `check` asks for an end-to-end test, one of the titles stands in test/e2e, and that test passed.
 * A test of the long lane counts while docs/figures.json tells of its pass, and what it covers is as it was then.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { known as figures, partsToRunAgain, partsWithoutPass, provenAtLength } from './figures.ts';
import { PARTS } from './parts.ts';
import { outcomesOf, STORIES, storyReport, type Outcome } from './reports/reports.ts';
import { REPORTS, ROOT } from './steps.ts';

export interface Findings {
  proven: Set<string>;
  problems: string[];
}

/** Ids a title begins with: `QUEUE-13 STORE-05 prunes …` names two. */
export function idsOf(title: string, known: ReadonlySet<string>): string[] {
  const ids: string[] = [];
  for (const word of title.split(/[\s,]+/)) {
    if (!known.has(word)) break;
    ids.push(word);
  }
  return ids;
}

/** Titles that stand literally in a test file, `it.each` included. */
export function literalTitles(source: string): string[] {
  const call =
    /\b(?:it|test)(?:\.each(?:<[^>]*>)?(?:\([\s\S]*?\)|`[\s\S]*?`))?\s*\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g;
  return [...source.matchAll(call)].map(match => match[1] ?? match[2] ?? match[3] ?? '');
}

/** A test that ran; `isE2e`: in a browser, against the whole server. */
export interface Ran extends Pick<Outcome, 'title' | 'status'> {
  isE2e: boolean;
}
export interface Evidence {
  rows: readonly string[];
  pending: readonly string[];
  /** Ids that literal titles name. */
  claimed: ReadonlySet<string>;
  /** Ids whose column `check` asks for an end-to-end test. */
  needsE2e: ReadonlySet<string>;
  /** Ids that literal titles of end-to-end tests name. */
  claimedByE2e: ReadonlySet<string>;
  /** Of the last full run; null where there was none. */
  outcomes: readonly Ran[] | null;
}

/** A column `check` asks for an end-to-end test wherever it names one, also beside other kinds. */
export const asksForE2e = (check: string): boolean => /\be2e\b/.test(check);

export function judge({ rows, pending, claimed, needsE2e, claimedByE2e, outcomes }: Evidence): Findings {
  const known = new Set(rows);
  const waiting = new Set(pending);
  const problems = pending.filter(id => !known.has(id)).map(id => `${id} is pending but is no row`);
  const passed = new Set<string>();
  const passedAsE2e = new Set<string>();
  const broken = new Map<string, string>();
  for (const { title, status, isE2e } of outcomes ?? [])
    for (const id of idsOf(title, known)) {
      if (status !== 'passed') broken.set(id, status);
      else {
        passed.add(id);
        if (isE2e) passedAsE2e.add(id);
      }
    }
  const proven = new Set<string>();
  for (const id of rows) {
    const lacksE2e = needsE2e.has(id) && !claimedByE2e.has(id);
    const claim = claimed.has(id) && !lacksE2e;
    const state = broken.get(id);
    if (state !== undefined) problems.push(`${id}: a test that proves it was ${state}`);
    const hasPassed = needsE2e.has(id) ? passedAsE2e.has(id) : passed.has(id);
    const holds = claim && state === undefined && (outcomes === null || hasPassed);
    if (holds) proven.add(id);
    if (holds && waiting.has(id)) problems.push(`${id} is proven and still pending: take it off the list`);
    if (!claim && !waiting.has(id))
      problems.push(
        lacksE2e && claimed.has(id)
          ? `${id} asks for an end-to-end test, and no title in test/e2e names it`
          : `${id} is neither proven nor pending`,
      );
    if (claim && !holds && state === undefined && !waiting.has(id))
      problems.push(
        passed.has(id)
          ? `${id} asks for an end-to-end test, and the one that names it did not run`
          : `${id} is named by a test that did not run`,
      );
  }
  return { proven, problems };
}

function testFiles(): string[] {
  return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(test|spec)\.tsx?$/.test(name))
    .map(name => join(ROOT, 'test', name));
}

const FULL_RUN = [
  'unit.json',
  'server-embedded.json',
  'server-postgres.json',
  ...STORIES.map(project => `${storyReport(project)}.json`),
];

function print(rows: { id: string; area: string }[], proven: ReadonlySet<string>): void {
  const groups = new Map<string, string[]>();
  for (const row of rows) groups.set(row.area, [...(groups.get(row.area) ?? []), row.id]);
  for (const [area, ids] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    const done = ids.filter(id => proven.has(id)).length;
    process.stdout.write(`${area.padEnd(20)} ${String(done).padStart(4)} / ${ids.length}\n`);
  }
  process.stdout.write(`${'all'.padEnd(20)} ${String(proven.size).padStart(4)} / ${rows.length}\n`);
}

function rowsOf(): { id: string; area: string; check: string }[] {
  const lines = readFileSync(join(ROOT, 'docs/requirements.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  return lines.map(line => {
    const [id = '', area = '', , , check = ''] = line.split('\t');
    return { id, area, check };
  });
}
export const rowIds = () => rowsOf().map(({ id }) => id);

export function main(full: boolean): number {
  const rows = rowsOf();
  const known = new Set(rows.map(row => row.id));
  const pending = readFileSync(join(ROOT, 'docs/requirements.pending'), 'utf8').split('\n').filter(Boolean);
  const claimedIn = (files: readonly string[]) =>
    new Set(
      files.flatMap(file => literalTitles(readFileSync(file, 'utf8')).flatMap(title => idsOf(title, known))),
    );
  const files = testFiles();
  const claims = {
    claimed: claimedIn(files),
    needsE2e: new Set(rows.filter(({ check }) => asksForE2e(check)).map(({ id }) => id)),
    claimedByE2e: claimedIn(files.filter(file => file.startsWith(join(ROOT, 'test/e2e/')))),
  };
  const complete = FULL_RUN.every(name => existsSync(join(REPORTS, name)));
  if (!complete)
    process.stdout.write('No full run on this machine yet: rows are counted by the tests that name them.\n');
  const ranIn = (name: string): Ran[] => {
    const isE2e = name.startsWith('e2e-');
    return outcomesOf(join(REPORTS, name)).map(outcome => ({ ...outcome, isE2e }));
  };
  /** A part says which rows it proved and not how: those that stories name are theirs where it runs any. */
  const atLength = figures().flatMap(entry => {
    const runsStories = PARTS[entry.part]?.runs.some(({ command }) => command[0] === 'playwright') ?? false;
    return provenAtLength([entry]).map((title): Ran => ({
      title,
      status: 'passed',
      isE2e: runsStories && claims.claimedByE2e.has(title),
    }));
  });
  const outcomes = complete ? [...FULL_RUN.flatMap(ranIn), ...atLength] : null;
  if (full && !complete) {
    process.stdout.write('A report of the full run is missing.\n');
    return 1;
  }
  /** Between full runs tests come and go: then only what the sources say is judged. */
  const { proven, problems } = judge({
    rows: [...known],
    pending,
    ...claims,
    outcomes: full ? outcomes : null,
  });
  print(rows, full ? proven : judge({ rows: [...known], pending, ...claims, outcomes }).proven);
  const unproven = rows.map(({ id }) => id).filter(id => !proven.has(id));
  const again = full ? [...new Set([...partsWithoutPass(), ...partsToRunAgain(unproven)])] : [];
  if (again.length > 0)
    process.stdout.write(`! What these parts cover has changed: npm run test:long -- ${again.join(' ')}\n`);
  /** Their rows are named by tests that this run left to them. */
  const isLeftToPart = (problem: string) => again.length > 0 && problem.includes('did not run');
  for (const problem of problems) if (!isLeftToPart(problem)) process.stdout.write(`! ${problem}\n`);
  return problems.length + again.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.includes('--full'));
