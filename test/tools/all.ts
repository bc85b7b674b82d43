/** `npm test`: everything that must hold, on a fresh machine too. */
import { storyReport, type Stories } from './reports/reports.ts';
import { ffmpeg, headless, keepFoldersInMemory, startPostgres } from './machine.ts';
import { readRules, readTypes, units } from './sources.ts';
import { clearReports, finish, keepTally, NOT_LONG, step, vitest } from './steps.ts';

clearReports();
keepFoldersInMemory();
const CHROMIUM_PATH = headless();
const FFMPEG_PATH = ffmpeg();
process.stdout.write(`Browser: ${CHROMIUM_PATH}\nffmpeg: ${FFMPEG_PATH}\n`);
/**
 * What stands on the engine itself: doors, fence, locks, transactions, plays. The rest, each single write among it, is
 * asked on PostgreSQL here, and by every story on the embedded one; `npm run test:long -- engine` asks this one all of it.
 */
const ON_THE_ENGINE = ['db', 'transaction', 'proof/once', 'proof/atOnce', 'app/config'].map(
  name => `test/server/${name}`,
);
/** The writes need no other answer from it than from PostgreSQL. */
const NOT_EMBEDDED = '--exclude=test/server/transaction/writes.test.ts';
/** What knows of no other engine than the embedded one, or of none. */
const NOT_ON_POSTGRES = ['db/durable', 'db/lock', 'db/damaged', 'app/config', 'app/startFailure'].map(
  name => `--exclude=test/server/${name}.test.ts`,
);
await units({ hasAllProcessors: true });
await step(
  'server on the embedded engine',
  [...vitest('server', 'server-embedded.json'), ...ON_THE_ENGINE, NOT_EMBEDDED, NOT_LONG],
  { report: 'server-embedded.json', env: { FFMPEG_PATH } },
);
const postgres = await startPostgres();
await step(
  'server on PostgreSQL',
  [...vitest('server', 'server-postgres.json'), ...NOT_ON_POSTGRES, NOT_LONG],
  {
    report: 'server-postgres.json',
    env: { TEST_DATABASE_URL: postgres.url, FFMPEG_PATH },
  },
);
await step('build', ['node', '--import', 'tsx', 'server/build/build.ts']);
await step('byte budgets', ['node', '--import', 'tsx', 'test/tools/budgets.ts']);
async function stories(project: Stories, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const report = storyReport(project);
  await step(`stories in a browser: ${project}`, ['playwright', 'test', `--project=${project}`], {
    report: `${report}.json`,
    env: { CHROMIUM_PATH, E2E_REPORT: report, ...env },
  });
}
/** What reads the sources takes what the stories leave of the processors: it gives way at once to whatever else works. */
const sources = readTypes().then(readRules);
/** A frame that counts has a processor to itself. */
await stories('frames');
await stories('promises');
/** A server on the embedded engine costs more than twice as much to start; the promises are asked of that one. */
await stories('pages', { STORIES_DATABASE_URL: postgres.url });
await sources;
await postgres.remove();
await step('requirements', ['node', '--import', 'tsx', 'test/tools/requirements.ts', '--full']);
keepTally();
finish();
