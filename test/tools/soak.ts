/**
 * `npm run soak -- [part]`: what `npm test` shows in small, at full length. A part whose figures of this commit are
 * in docs/figures.json is not run again, so that a run that was cut off goes on where it was.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './machine.ts';
import { ROOT } from './steps.ts';

const FILE = join(ROOT, 'docs/figures.json');
const FIGURES = /^figures (\{.*\})$/m;
const unit = (file: string) => ['vitest', 'run', '--project', 'unit', `test/player/${file}.test.ts`];

interface Part {
  command: string[];
  env: NodeJS.ProcessEnv;
}
const PARTS: Record<string, Part> = {
  /** Thirty days without a network. */
  days: { command: [...unit('days'), '-t', 'P1 '], env: { OFFLINE_HOURS: String(30 * 24) } },
  /** Chunks lost one after the other. */
  damage: { command: unit('scrub'), env: { LOSSES: '200' } },
  /** Ten thousand changes of the picture, half an hour of a browser. */
  items: {
    command: ['playwright', 'test', '--project=pages', 'test/e2e/months.spec.ts'],
    env: { ITEM_CHANGES: '10000' },
  },
};
interface Entry {
  part: string;
  commit: string;
  date: string;
  seconds: number;
  figures: Record<string, unknown>;
}

const known = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Entry[]) : [];
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();

function run({ command: [program = '', ...args], env }: Part): Promise<{ ok: boolean; text: string }> {
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    env: { ...process.env, CHROMIUM_PATH: chromium(), ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      process.stdout.write(bytes);
    });
  return new Promise(done => child.once('close', status => done({ ok: status === 0, text })));
}

async function soak(part: string): Promise<boolean> {
  const asked = PARTS[part];
  if (!asked) throw new Error(`There is no part ${part}, only ${Object.keys(PARTS).join(', ')}`);
  if (known.some(entry => entry.part === part && entry.commit === commit)) return true;
  const started = performance.now();
  const { ok, text } = await run(asked);
  if (!ok) return false;
  const figures = JSON.parse(FIGURES.exec(text)?.[1] ?? '{}') as Entry['figures'];
  const seconds = Math.round((performance.now() - started) / 1_000);
  known.push({ part, commit, date: new Date().toISOString().slice(0, 10), seconds, figures });
  writeFileSync(FILE, `${JSON.stringify(known, null, 2)}\n`);
  return true;
}

const parts = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
for (const part of parts) if (!(await soak(part))) process.exitCode = 1;
