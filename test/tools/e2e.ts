/** `npm run e2e [-- filter]`: the stories alone, against a fresh build. */
import { mkdirSync } from 'node:fs';
import { headless } from './machine.ts';
import { finish, REPORTS, step } from './steps.ts';

mkdirSync(REPORTS, { recursive: true });
const CHROMIUM_PATH = headless();
if (await step('build', ['node', '--import', 'tsx', 'server/build/build.ts']))
  await step('stories in a browser', ['playwright', 'test', ...process.argv.slice(2)], {
    report: 'e2e.json',
    env: { CHROMIUM_PATH },
  });
finish();
