/** What the sources themselves must hold: types, rules, form. Nothing is built or started for it. */
import { step, type Options } from './steps.ts';

/**
 * Several checkers of one program each work out the types that they share, and collecting memory often costs time, too:
 * with one checker, and memory collected seldom, two processors need less than half of the time.
 */
const FRUGAL = { GOMAXPROCS: '1', GOGC: '300' };

export async function readSources(options: Options = {}): Promise<void> {
  await step('types', ['tsc', '-b', '--singleThreaded'], { ...options, env: FRUGAL });
  await step('lint', ['oxlint'], { ...options, env: FRUGAL });
  await step('format', ['oxfmt', '--check'], options);
}
