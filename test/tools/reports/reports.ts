/** What the two test runners wrote, in one shape. */
import { existsSync, readFileSync } from 'node:fs';

/** Projects of playwright.config.ts that belong to each run, each with a report of its own. */
export const STORIES = ['frames', 'promises', 'pages'] as const;
export type Stories = (typeof STORIES)[number];
export const storyReport = (project: Stories) => `e2e-${project}`;

export interface Outcome {
  title: string;
  status: 'passed' | 'failed' | 'skipped';
  /** All its tries. */
  ms: number;
  /** Stories that passed at their second try: they count as passed, and are named. */
  isShaky: boolean;
  /** What it said as it failed, each try; of a shaky one the first. */
  errors: string[];
}

interface Story {
  title: string;
  tests: {
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    results: { duration?: number; errors?: { message?: string }[] }[];
  }[];
}
interface Suite {
  specs?: Story[];
  suites?: Suite[];
}
interface Report extends Suite {
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { title: string; status: string; duration?: number; failureMessages?: string[] }[];
  }[];
}

const ANSI = /\u001b\[[0-9;]*m/g;

function ofStory({ title, tests }: Story): Outcome {
  const has = (status: Story['tests'][number]['status']) => tests.some(test => test.status === status);
  const tries = tests.flatMap(test => test.results);
  const errors = tries.flatMap(result => result.errors ?? []);
  return {
    title,
    status: has('skipped') ? 'skipped' : has('unexpected') ? 'failed' : 'passed',
    ms: tries.reduce((sum, { duration = 0 }) => sum + duration, 0),
    isShaky: has('flaky'),
    errors: errors.map(({ message = '' }) => message.replace(ANSI, '')),
  };
}

const ofSuite = ({ specs = [], suites = [] }: Suite): Outcome[] => [
  ...specs.map(ofStory),
  ...suites.flatMap(ofSuite),
];

/** Every test of one report. A file of tests that did not load, or whose preparation failed, counts as one that failed. */
export function outcomesOf(file: string): Outcome[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (!report.testResults) return ofSuite(report);
  return report.testResults.flatMap(({ name, status, message = '', assertionResults }): Outcome[] => {
    const tells = status === 'failed' && assertionResults.every(test => test.status !== 'failed');
    const own: Outcome = {
      title: name,
      status: 'failed',
      ms: 0,
      isShaky: false,
      errors: [message.replace(ANSI, '')],
    };
    const tests = assertionResults.map((test): Outcome => ({
      title: test.title,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      ms: test.duration ?? 0,
      isShaky: false,
      errors: (test.failureMessages ?? []).map(text => text.replace(ANSI, '')),
    }));
    return tells ? [own, ...tests] : tests;
  });
}

/** None where the runner ended before it wrote one. */
export const outcomesIfAny = (file: string) => (existsSync(file) ? outcomesOf(file) : []);
