/** `npm run test:crash -- --schedules 10000 [--seed 1]`: the queue and the outbox under as many random crashes as asked for. */
import { parseArgs } from 'node:util';
import { clearReports, finish, step, vitest } from './steps.ts';

const { values } = parseArgs({
  options: { schedules: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
clearReports();
await step('crash schedules', [...vitest('unit', 'crash.json'), 'test/crash'], {
  report: 'crash.json',
  env: { CRASH_SCHEDULES: values.schedules, CRASH_SEED: values.seed },
});
finish();
