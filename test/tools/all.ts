/** `npm test`: everything that must hold, on a fresh machine too. */
import { ffmpeg, headless, startPostgres } from './machine.ts';
import { clearReports, finish, keepTally, step, vitest } from './steps.ts';

clearReports();
const CHROMIUM_PATH = headless();
const FFMPEG_PATH = ffmpeg();
process.stdout.write(`Browser: ${CHROMIUM_PATH}\nffmpeg: ${FFMPEG_PATH}\n`);
/** One after the other, each with one core to itself, while the lanes below use what is left. */
async function still(): Promise<void> {
  await step('types', ['tsc', '-b'], { held: true });
  await step('lint', ['oxlint'], { held: true });
  await step('format', ['prettier', '--check', '--log-level', 'warn', '.'], { held: true });
}
/**
 * What stands on the engine itself: doors, fence, locks, transactions, plays. The rest is asked on PostgreSQL here, and
 * by every story on the embedded one; `npm run test:long -- engine` asks this one all of it.
 */
const ON_THE_ENGINE = ['db', 'transaction', 'proof', 'app/config'].map(name => `test/server/${name}`);
/** What knows of no other engine than the embedded one, or of none. */
const NOT_ON_POSTGRES = ['db/durable', 'db/lock', 'db/damaged', 'app/config', 'app/startFailure'].map(
  name => `--exclude=test/server/${name}.test.ts`,
);
async function lanes(): Promise<void> {
  await step('unit and architecture', vitest('!server', 'unit.json'), { report: 'unit.json' });
  await step(
    'server on the embedded engine',
    [...vitest('server', 'server-embedded.json'), ...ON_THE_ENGINE],
    { report: 'server-embedded.json', env: { FFMPEG_PATH } },
  );
}
await Promise.all([still(), lanes()]);
const postgres = await startPostgres();
try {
  await step('server on PostgreSQL', [...vitest('server', 'server-postgres.json'), ...NOT_ON_POSTGRES], {
    report: 'server-postgres.json',
    env: { TEST_DATABASE_URL: postgres.url, FFMPEG_PATH },
  });
} finally {
  await postgres.remove();
}
await step('build', ['node', '--import', 'tsx', 'server/build/build.ts']);
await step('byte budgets', ['node', '--import', 'tsx', 'test/tools/budgets.ts']);
for (const projects of [['frames'], ['promises', 'pages']]) {
  const report = `e2e-${projects.at(-1)}`;
  const named = projects.map(project => `--project=${project}`);
  await step(`stories in a browser: ${projects.join(' and ')}`, ['playwright', 'test', ...named], {
    report: `${report}.json`,
    env: { CHROMIUM_PATH, E2E_REPORT: report },
  });
}
await step('requirements', ['node', '--import', 'tsx', 'test/tools/requirements.ts', '--full']);
keepTally();
finish();
