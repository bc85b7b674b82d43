/** What the sources themselves must hold: types, rules, form. Nothing is built or started for it. */
import { step, type Options } from './steps.ts';

/**
 * Each checker of a program works out the shared types anew, and the collector of the memory that is free anyway takes
 * a third more: one checker and a collector that comes seldom need less than half of the processors' time.
 */
const FRUGAL = { GOMAXPROCS: '1', GOGC: '300' };

export async function readSources(options: Options = {}): Promise<void> {
  await step('types', ['tsc', '-b', '--singleThreaded'], { ...options, env: FRUGAL });
  await step('lint', ['oxlint'], { ...options, env: FRUGAL });
  await step('format', ['oxfmt', '--check'], options);
}
