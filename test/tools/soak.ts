/**
 * `npm run soak -- [part]`: what `npm test` shows in small, at full length. A part whose figures of this commit are
 * in docs/figures.json is not run again, and of one that comes in rounds those that ended are kept, so that a run
 * that was cut off goes on where it was.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './machine.ts';
import { ROOT } from './steps.ts';

const FILE = join(ROOT, 'docs/figures.json');
const ROUNDS = join(ROOT, '.cache/soak');
const FIGURES = /^figures (\{.*\})$/m;
const unit = (file: string) => ['vitest', 'run', '--project', 'unit', `test/player/${file}.test.ts`];

interface Part {
  command: string[];
  env: NodeJS.ProcessEnv;
  /** It is run so often, and the figures of all rounds are those of the part. */
  rounds?: number;
}
const story = (file: string, project = 'pages') => [
  'playwright',
  'test',
  `--project=${project}`,
  `test/e2e/${file}.spec.ts`,
];
const PARTS: Record<string, Part> = {
  /** Thirty days without a network. */
  days: { command: [...unit('days'), '-t', 'P1 '], env: { OFFLINE_HOURS: String(30 * 24) } },
  /** Chunks lost one after the other. */
  damage: { command: unit('scrub'), env: { LOSSES: '200' } },
  /** Ten thousand changes of the picture, half an hour of a browser. */
  items: {
    command: story('months'),
    env: { ITEM_CHANGES: '10000' },
  },
  /** Five hundred SIGKILLs of the browser. */
  kills: { command: story('kills', 'frames'), env: { KILLS: '50' }, rounds: 10 },
  /** Two hundred plays through a tunnel. */
  tunnel: { command: story('tunnel', 'frames'), env: { TUNNEL_PLAYS: '200' } },
  /** Two hundred stored chunks taken away while the loop plays. */
  chunks: { command: story('chunks', 'promises'), env: { CHUNK_LOSSES: '100' }, rounds: 2 },
  /** Thirteen damages to the disk, each after half a minute of plays that nobody has heard of. */
  corruption: {
    command: story('corruption', 'promises'),
    env: { DAMAGES: '13', ALONE_MS: '30000' },
    rounds: 3,
  },
  /** Fifty SIGKILLs of servers that are written to. */
  load: { command: story('underLoad', 'promises'), env: { SERVER_KILLS: '50' } },
  /** The largest upload there may be, and a gigabyte straight in the store, played, sought and left by the worker. */
  giant: {
    command: story('giant'),
    env: { GIANT_STORED: '1000000000', GIANT_UPLOADED: '499800000' },
  },
};
type Figures = Record<string, unknown>;
interface Round {
  seconds: number;
  figures: Figures;
}
interface Entry extends Round {
  part: string;
  commit: string;
  date: string;
}

/** Read each time: another part may run beside this one. */
const known = () => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Entry[]) : []);
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

/** Counts add up; of what is longest the longest counts. */
function joined(rounds: readonly Round[]): Round {
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const [first = {}, ...others] = rounds.map(({ figures }) => figures);
  const figures: Figures = { ...first };
  for (const other of others)
    for (const [name, value] of Object.entries(other)) {
      const before = figures[name];
      if (typeof value !== 'number' || typeof before !== 'number') continue;
      figures[name] = name.startsWith('longest') ? Math.max(before, value) : before + value;
    }
  return { seconds, figures };
}

async function roundOf(asked: Part): Promise<Round | null> {
  const started = performance.now();
  const { ok, text } = await run(asked);
  if (!ok) return null;
  const figures = JSON.parse(FIGURES.exec(text)?.[1] ?? '{}') as Figures;
  return { seconds: Math.round((performance.now() - started) / 1_000), figures };
}

async function soak(part: string): Promise<boolean> {
  const asked = PARTS[part];
  if (!asked) throw new Error(`There is no part ${part}, only ${Object.keys(PARTS).join(', ')}`);
  if (known().some(entry => entry.part === part && entry.commit === commit)) return true;
  const file = join(ROUNDS, `${part}-${commit}.json`);
  const rounds = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Round[]) : [];
  while (rounds.length < (asked.rounds ?? 1)) {
    const round = await roundOf(asked);
    if (!round) return false;
    rounds.push(round);
    mkdirSync(ROUNDS, { recursive: true });
    writeFileSync(file, JSON.stringify(rounds));
  }
  const entry: Entry = { part, commit, date: new Date().toISOString().slice(0, 10), ...joined(rounds) };
  writeFileSync(FILE, `${JSON.stringify([...known(), entry], null, 2)}\n`);
  rmSync(file);
  return true;
}

const parts = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
for (const part of parts) if (!(await soak(part))) process.exitCode = 1;
