import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomesIfAny, outcomesOf } from './tools/reports/reports.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'wayside-reports-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

function of(report: object) {
  const file = join(dir, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return outcomesOf(file).map(({ title, status, isShaky, errors }) => [title, status, isShaky, ...errors]);
}

it('reads what passed, failed and was skipped, and a file that did not load or could not begin as one that failed', () => {
  const test = (title: string, status: string, failureMessages: string[] = []) => ({
    title,
    status,
    failureMessages,
  });
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        test('one', 'passed'),
        test('two', 'failed', ['\u001b[31mno\u001b[39m']),
        test('three', 'pending'),
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    {
      name: 'c.test.ts',
      status: 'failed',
      message: 'Hook timed out',
      assertionResults: [test('four', 'pending')],
    },
  ];
  expect(of({ testResults })).toEqual([
    ['one', 'passed', false],
    ['two', 'failed', false, 'no'],
    ['three', 'skipped', false],
    ['b.test.ts', 'failed', false, 'no such module'],
    ['c.test.ts', 'failed', false, 'Hook timed out'],
    ['four', 'skipped', false],
  ]);
});

it('reads stories below each other, and names those that passed at their second try', () => {
  const story = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  });
  const suites = [
    { specs: [story('one', 'expected')], suites: [{ specs: [story('two', 'flaky', 'late')] }] },
  ];
  expect(of({ suites, specs: [story('three', 'unexpected', 'no'), story('four', 'skipped')] })).toEqual([
    ['three', 'failed', false, 'no'],
    ['four', 'skipped', false],
    ['one', 'passed', false],
    ['two', 'passed', true, 'late'],
  ]);
});

it('reads nothing where a runner wrote nothing', () => {
  expect(outcomesIfAny(join(dir, 'none.json'))).toEqual([]);
});
