/** `npm run check`: what can be known in under two minutes. */
import { mkdirSync } from 'node:fs';
import { finish, REPORTS, step } from './steps.ts';

mkdirSync(REPORTS, { recursive: true });
step('types', ['tsc', '-b']);
step('lint', ['eslint', '.', '--max-warnings', '0']);
step('format', ['prettier', '--check', '--log-level', 'warn', '.']);
step('unit and architecture', ['vitest', 'run', '--project', 'unit', '--reporter=dot']);
step('build', ['node', '--import', 'tsx', 'server/build.ts']);
step('byte budgets', ['node', '--import', 'tsx', 'test/tools/budgets.ts']);
step('requirements', ['node', '--import', 'tsx', 'test/tools/requirements.ts']);
finish();
