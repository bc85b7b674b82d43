/** What the long lanes run in a browser: Playwright is asked for nothing that it would pass over. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../playwright.config.ts';
import { PARTS } from './tools/parts.ts';
import { ROOT } from './tools/steps.ts';

const SPECS = readdirSync(join(ROOT, 'test/e2e'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.spec.ts'))
  .map(name => join(ROOT, 'test/e2e', name));
const sources = new Map(SPECS.map(file => [file, readFileSync(file, 'utf8')]));

/** Where a test begins, and whether it is tagged: its tag or title stands before its own work does. */
function testsOf(source: string): { isAgain: boolean }[] {
  const starts = [...source.matchAll(/^\s*test(?:\.describe)?\(/gm)].map(({ index }) => index);
  return starts.map((start, i) => {
    const heading = source.slice(start, starts[i + 1]).split('=>')[0] ?? '';
    return { isAgain: heading.includes('@again') };
  });
}

type Patterns = RegExp | string | (RegExp | string)[] | undefined;
const matches = (patterns: Patterns, text: string) =>
  [patterns ?? []].flat().some(pattern => new RegExp(pattern).test(text));

/** Does a project of playwright.config.ts run this test of this file? */
function runs(project: string, file: string, isAgain: boolean): boolean {
  const found = config.projects?.find(({ name }) => name === project);
  if (!found) throw new Error(`There is no project ${project}`);
  const { testMatch, testIgnore, grep, grepInvert } = found;
  const tag = isAgain ? '@again' : '';
  return (
    (testMatch === undefined || matches(testMatch, file)) &&
    !matches(testIgnore, file) &&
    (grep === undefined || matches(grep, tag)) &&
    !matches(grepInvert, tag)
  );
}
const testsIn = (selection: string) =>
  SPECS.filter(file => file.includes(selection)).flatMap(file =>
    testsOf(sources.get(file) ?? '').map(({ isAgain }) => ({ file, isAgain })),
  );

const stories = Object.entries(PARTS).flatMap(([part, { runs }]) =>
  runs
    .filter(({ command }) => command[0] === 'playwright')
    .map(({ label, command }) => ({
      name: `${part}, ${label}`,
      projects: command.flatMap(word => /^--project=(.+)$/.exec(word)?.[1] ?? []),
      selections: command.filter(word => word.startsWith('/')),
    })),
);

describe('a run of stories in a long lane', () => {
  it('finds for each of its projects a test that the project lets through', () => {
    expect(stories.length).toBeGreaterThan(20);
    const idle = stories.flatMap(({ name, projects, selections }) => {
      const tests = selections.flatMap(testsIn);
      return projects
        .filter(project => !tests.some(({ file, isAgain }) => runs(project, file, isAgain)))
        .map(project => `${name}: ${project}`);
    });
    expect(idle).toEqual([]);
  });

  it('leaves out no test of a file that it names', () => {
    const left = stories.flatMap(({ name, projects, selections }) =>
      selections
        .filter(selection => selection.endsWith('.spec.ts'))
        .filter(selection => {
          const tests = testsIn(selection);
          const isRun = ({ file, isAgain }: (typeof tests)[number]) =>
            projects.some(project => runs(project, file, isAgain));
          return tests.length === 0 || !tests.every(isRun);
        })
        .map(selection => `${name}: ${selection}`),
    );
    expect(left).toEqual([]);
  });
});
