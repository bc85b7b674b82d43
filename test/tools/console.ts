/** `npm run test:console`: every piece, every real page and every definition of the console, in a browser. */
import { mkdirSync } from 'node:fs';
import { headless } from './machine.ts';
import { finish, REPORTS, step } from './steps.ts';

mkdirSync(REPORTS, { recursive: true });
const CHROMIUM_PATH = headless();
if (await step('build', ['node', '--import', 'tsx', 'server/build/build.ts']))
  await step('the console at length', ['playwright', 'test', '--project=console', ...process.argv.slice(2)], {
    report: 'e2e-console.json',
    env: { CHROMIUM_PATH, E2E_REPORT: 'e2e-console' },
  });
finish();
