/** `npm test`: everything that must hold, on a fresh machine too. */
import { chromium, startPostgres } from './machine.ts';
import { clearReports, finish, step, vitest } from './steps.ts';

clearReports();
const CHROMIUM_PATH = chromium();
process.stdout.write(`Browser: ${CHROMIUM_PATH}\n`);
step('types', ['tsc', '-b']);
step('lint', ['eslint', '.', '--max-warnings', '0']);
step('format', ['prettier', '--check', '--log-level', 'warn', '.']);
step('unit and architecture', vitest('unit', 'unit.json'), { report: 'unit.json' });
/** What is long and knows no engine is asked on one here; `npm run test:access` asks both who may do what. */
const LONG = ['test/server/access/**', 'test/server/attacks/**'];
step(
  'server on the embedded engine',
  [...vitest('server', 'server-embedded.json'), ...LONG.flatMap(files => ['--exclude', files])],
  { report: 'server-embedded.json' },
);
const postgres = await startPostgres();
try {
  step('server on PostgreSQL', vitest('server', 'server-postgres.json'), {
    report: 'server-postgres.json',
    env: { TEST_DATABASE_URL: postgres.url },
  });
} finally {
  await postgres.stop();
}
step('build', ['node', '--import', 'tsx', 'server/build.ts']);
step('byte budgets', ['node', '--import', 'tsx', 'test/tools/budgets.ts']);
for (const project of ['frames', 'pages'])
  step(`stories in a browser: ${project}`, ['playwright', 'test', `--project=${project}`], {
    report: `e2e-${project}.json`,
    env: { CHROMIUM_PATH, E2E_REPORT: `e2e-${project}` },
  });
step('requirements', ['node', '--import', 'tsx', 'test/tools/requirements.ts', '--full']);
finish();
