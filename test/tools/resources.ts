/** `npm run test:resources`: every definition of the console through every check, in a browser, over 10,000 rows. */
import { mkdirSync } from 'node:fs';
import { chromium } from './machine.ts';
import { finish, REPORTS, step } from './steps.ts';

mkdirSync(REPORTS, { recursive: true });
const CHROMIUM_PATH = chromium();
if (await step('build', ['node', '--import', 'tsx', 'server/build.ts']))
  await step('every definition × every check', ['playwright', 'test', '--project=contract'], {
    report: 'e2e-contract.json',
    env: { CHROMIUM_PATH, E2E_REPORT: 'e2e-contract' },
  });
finish();
