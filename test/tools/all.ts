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
/** What takes minutes is asked of one engine here and of both by `npm run test:access`. */
const LONG = ['test/server/access/**', 'test/server/attacks/values.test.ts'];
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
step('stories in a browser', ['playwright', 'test'], { report: 'e2e.json', env: { CHROMIUM_PATH } });
step('requirements', ['node', '--import', 'tsx', 'test/tools/requirements.ts', '--full']);
finish();
