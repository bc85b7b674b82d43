import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judgeCase } from '../../../shared/openrtb/cases/judgeCase.ts';
import { casesOfPrebid } from '../../../shared/openrtb/cases/prebidFile.ts';
import { NOTHING_EXPECTED } from '../../../shared/contract/programmatic/tester/testCase.ts';
import { bidOf, requestOf, responseOf } from './requests.ts';
import { sample } from './samples.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/openrtb');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(one =>
  /^prebid-.*\.json$/.test(one),
);
const verdicts = (path: string) =>
  casesOfPrebid(path, sample(path))!.map(one => {
    const { verdict, checks } = judgeCase(one, 'lenient');
    return `${verdict}: ${checks.map(({ check, verdict: each }) => `${check} ${each}`).join(', ')}`;
  });

it('OPEN-PROG-02 case files of Prebid Server are taken as they are, and no case of theirs fails', () => {
  const all = files.flatMap(path => casesOfPrebid(path, sample(path))!.map(one => judgeCase(one, 'lenient')));
  const count = (verdict: string) => all.filter(one => one.verdict === verdict).length;
  expect({ files: files.length, failed: count('failed') }).toEqual({ files: 53, failed: 0 });
  expect(count('passed')).toBeGreaterThan(45);
});

it.each([
  [
    'prebid-adapter/smaato/exemplary/simple-banner-dooh.json',
    ['passed: valid passed', 'passed: http passed, bids passed'],
  ],
  // What the adapter asks of its own parameters is its own business.
  ['prebid-adapter/smaato/supplemental/no-publisher-id-request.json', ['not_judged: partner not_judged']],
  [
    'prebid-adapter/smaato/supplemental/no-bid-response.json',
    ['passed: valid passed', 'passed: http passed, outcome passed'],
  ],
  [
    'prebid-adapter/smaato/supplemental/bad-status-code-response.json',
    ['passed: valid passed', 'passed: http passed, outcome passed'],
  ],
  ['prebid-endpoint/invalid-whole/tmax-negative.json', ['passed: valid passed, partner not_judged']],
  ['prebid-exchange/targeting-mobile.json', ['not_judged: partner not_judged, partner not_judged']],
])('%s: %j', (path, expected) => {
  expect(verdicts(path)).toEqual(expected);
});

it('what is no case file of Prebid is no case', () => {
  expect([null, [], {}, { request: {} }].map(file => casesOfPrebid('x.json', file))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('a case of our own fails where what it expects does not come', () => {
  const one = {
    ...{ profile: 'dooh' as const, request: requestOf() },
    response: { status: 200, body: responseOf([bidOf()]) },
  };
  const of = (more: Partial<typeof NOTHING_EXPECTED>) =>
    judgeCase({ ...one, expect: { ...NOTHING_EXPECTED, ...more } }, 'strict').verdict;
  expect([
    of({ valid: true, winner: 'b1', outcome: 'bids', http: 200 }),
    of({ winner: 'b2' }),
    of({ valid: false }),
    of({ errors: ['missing'] }),
    of({ outcome: 'nobid' }),
    of({}),
  ]).toEqual(['passed', 'failed', 'failed', 'failed', 'failed', 'not_judged']);
});
