/** `npm run check`: what holds without a server and a browser, and what the build weighs. */
import { mkdirSync } from 'node:fs';
import { readRules, readTypes, units } from './sources.ts';
import { finish, REPORTS, step } from './steps.ts';

mkdirSync(REPORTS, { recursive: true });
await Promise.all([units(), readTypes().then(readRules)]);
await step('build', ['node', '--import', 'tsx', 'server/build/build.ts']);
await step('byte budgets', ['node', '--import', 'tsx', 'test/tools/budgets.ts']);
await step('requirements', ['node', '--import', 'tsx', 'test/tools/requirements.ts']);
finish();
