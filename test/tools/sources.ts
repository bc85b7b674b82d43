/** What holds without a build or a server: the sources' types, rules and form, units, components, architecture. */
import { NOT_LONG, step, vitest } from './steps.ts';

/**
 * Several checkers of one program each work out the types that they share, and collecting memory often costs time, too:
 * with one checker, and memory collected seldom, two processors need less than half of the time.
 */
const FRUGAL = { isBackground: true, env: { GOMAXPROCS: '1', GOGC: '300' } } as const;
/** In the background: nothing in the sources depends on time, and what runs beside leaves processors idle. */
export const readTypes = () => step('types', ['tsc', '-b', '--singleThreaded'], FRUGAL);
export async function readRules(): Promise<void> {
  await step('lint', ['oxlint'], FRUGAL);
  await step('format', ['oxfmt', '--check'], { isBackground: true });
}

/** Pages in a window wait as long as they work: with a third process two processors are busy. */
const THREE = '--maxWorkers=3';
export const units = ({ hasAllProcessors = false } = {}) =>
  step(
    'unit and architecture',
    [...vitest('!server', 'unit.json'), NOT_LONG, ...(hasAllProcessors ? [THREE] : [])],
    { report: 'unit.json' },
  );
