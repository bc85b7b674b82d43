/**
 * Runs parts one after the other. One whose figures of this commit are in docs/figures.json is not run again, and of
 * one that comes in rounds those that ended are kept, so that a run that was cut off goes on where it was.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, known, stillCounts, withdraw, write, type Entry, type Figures } from './figures.ts';
import { chromium, ffmpeg, headless, keepFoldersInMemory, startPostgres } from './machine.ts';
import { reportOf, type Part, type Run } from './part.ts';
import { PARTS } from './parts.ts';
import { outcomesIfAny } from './reports/reports.ts';
import { idsOf, rowIds } from './requirements.ts';
import { counted, REPORTS, ROOT, step } from './steps.ts';

const ROUNDS = join(ROOT, '.cache/soak');
const FIGURES = /^figures (\{.*\})$/gm;

interface Round {
  ok: boolean;
  seconds: number;
  passed: number;
  failed: number;
  rows: string[];
  figures: Figures[];
}

/** Null where the sources came without their history. */
export function commit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
const short = () => commit()?.slice(0, 7) ?? 'none';

let built = false;
/** What the part's runs find in their environment. */
async function prepare({ needs, lane }: Part) {
  const env: NodeJS.ProcessEnv = {};
  /** A soak writes more than memory holds. */
  if (lane === 'long') keepFoldersInMemory();
  if (needs.includes('browser')) env['CHROMIUM_PATH'] = lane === 'soak' ? chromium() : headless();
  if (needs.includes('ffmpeg')) env['FFMPEG_PATH'] = ffmpeg();
  if (needs.includes('build') && !built)
    built = await step('build', ['node', '--import', 'tsx', 'server/build/build.ts']);
  const postgres = needs.includes('postgres') ? await startPostgres() : null;
  if (postgres) Object.assign(env, { TEST_DATABASE_URL: postgres.url, STORIES_DATABASE_URL: postgres.url });
  return { env, stop: async () => postgres?.remove() };
}

async function ranOnce(run: Run, env: NodeJS.ProcessEnv, ids: ReadonlySet<string>) {
  let text = '';
  const own: NodeJS.ProcessEnv = { ...env, ...run.env };
  /** Empty: as if it were not set. */
  for (const [name, value] of Object.entries(own)) if (value === '') own[name] = undefined;
  const ok = await step(run.label, run.command, {
    ...(run.report === undefined ? {} : { report: run.report }),
    env: own,
    hears: more => (text += more),
  });
  const file = reportOf(run);
  const outcomes = file === null ? [] : outcomesIfAny(file);
  const rows = outcomes.flatMap(({ title, status }) => (status === 'passed' ? idsOf(title, ids) : []));
  const figures = [...text.matchAll(FIGURES)].map(([, json = '{}']) => JSON.parse(json) as Figures);
  return { ok, rows, figures };
}

async function roundOf(part: Part): Promise<Round> {
  const started = performance.now();
  const before = counted();
  const { env, stop } = await prepare(part);
  const round: Round = { ok: true, seconds: 0, passed: 0, failed: 0, rows: [], figures: [] };
  const ids = new Set(rowIds());
  try {
    for (const run of part.runs) {
      const { ok, rows, figures } = await ranOnce(run, env, ids);
      round.ok &&= ok;
      round.rows.push(...rows);
      round.figures.push(...figures);
    }
  } finally {
    await stop();
  }
  const after = counted();
  return {
    ...round,
    seconds: Math.round((performance.now() - started) / 1_000),
    passed: after.passed - before.passed,
    failed: after.failed - before.failed,
  };
}

/** Counts add up; of what is longest the longest counts. */
export function joined(rounds: readonly (readonly Figures[])[]): Figures[] {
  const [first = [], ...others] = rounds;
  return first.map((one, nth) => {
    const figures: Figures = { ...one };
    for (const other of others)
      for (const [name, value] of Object.entries(other[nth] ?? {})) {
        const before = figures[name];
        if (typeof value !== 'number' || typeof before !== 'number') continue;
        figures[name] = name.startsWith('longest') ? Math.max(before, value) : before + value;
      }
    return figures;
  });
}

async function runPart(name: string, again: boolean): Promise<void> {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}, only ${Object.keys(PARTS).join(', ')}`);
  if (!again && known().some(entry => entry.part === name && stillCounts(entry))) {
    process.stdout.write(`${name} has passed, and nothing has changed since in what it covers.\n`);
    return;
  }
  /** What changes while it runs has not been shown. */
  const covered = fingerprint(part.covers);
  const file = join(ROUNDS, `${name}-${short()}.json`);
  const rounds = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Round[]) : [];
  while (rounds.length < (part.rounds ?? 1)) {
    const round = await roundOf(part);
    if (!round.ok) return withdraw(name);
    rounds.push(round);
    mkdirSync(ROUNDS, { recursive: true });
    writeFileSync(file, JSON.stringify(rounds));
  }
  const sum = (of: (round: Round) => number) => rounds.reduce((all, round) => all + of(round), 0);
  const figures = joined(rounds.map(round => round.figures));
  const entry: Entry = {
    part: name,
    commit: short(),
    date: new Date().toISOString().slice(0, 10),
    seconds: sum(({ seconds }) => seconds),
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    rows: [...new Set(rounds.flatMap(({ rows }) => rows))].sort(),
    covered,
    figures: figures.length === 1 ? figures[0]! : figures,
  };
  write(entry);
  rmSync(file);
}

const AGAIN = '--again';
/** Of a command line: the parts it names, or all; with `--again` those that count, too, which draws other schedules. */
export function partsNamed(args: readonly string[], all: readonly string[]): [string[], { again: boolean }] {
  const names = args.filter(one => one !== AGAIN);
  return [names.length > 0 ? names : [...all], { again: args.includes(AGAIN) }];
}

export async function runParts(names: readonly string[], { again = false } = {}): Promise<void> {
  mkdirSync(REPORTS, { recursive: true });
  for (const name of names) await runPart(name, again);
}
