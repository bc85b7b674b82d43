import { describe, expect, it } from 'vitest';
import { asksForE2e, idsOf, judge, literalTitles } from './tools/requirements.ts';

const rows = ['QUEUE-13', 'STORE-05', 'P4'];
const evidence = {
  rows,
  pending: ['P4'],
  claimed: new Set(['QUEUE-13', 'STORE-05']),
  needsE2e: new Set<string>(),
  claimedByE2e: new Set<string>(),
};

describe('requirements', () => {
  it('reads every id a title begins with, and none after the first other word', () => {
    expect(idsOf('QUEUE-13 STORE-05 prunes, see P4', new Set(rows))).toEqual(['QUEUE-13', 'STORE-05']);
  });

  it('finds literal titles of it, test and it.each, in all three quotes', () => {
    const source = `it('A one', () => {}); test("B two", f); it.each([1, 2])(\`C three\`, f);`;
    expect(literalTitles(source)).toEqual(['A one', 'B two', 'C three']);
  });

  it('counts a row whose test passed', () => {
    const outcomes = [
      { title: 'QUEUE-13 prunes', status: 'passed' as const, isE2e: false },
      { title: 'STORE-05 keeps', status: 'passed' as const, isE2e: false },
    ];
    expect(judge({ ...evidence, outcomes })).toEqual({
      proven: new Set(['QUEUE-13', 'STORE-05']),
      problems: [],
    });
  });

  it.each(['failed', 'skipped'] as const)('complains about a proving test that was %s', status => {
    const outcomes = [
      { title: 'QUEUE-13 prunes', status, isE2e: false },
      { title: 'STORE-05 keeps', status: 'passed' as const, isE2e: false },
    ];
    expect(judge({ ...evidence, outcomes }).problems).toEqual([
      `QUEUE-13: a test that proves it was ${status}`,
    ]);
  });

  it('complains about a row in neither place, in both, and about a pending id that is no row', () => {
    const { problems } = judge({
      ...evidence,
      pending: ['QUEUE-13', 'X-1'],
      claimed: new Set(['QUEUE-13', 'P4']),
      outcomes: null,
    });
    expect(problems).toEqual([
      'X-1 is pending but is no row',
      'QUEUE-13 is proven and still pending: take it off the list',
      'STORE-05 is neither proven nor pending',
    ]);
  });

  it.each([
    ['e2e: open /auth, assert page heading', true],
    ['unit: reload spy; e2e', true],
    ['component/e2e: press F8', true],
    ['unit: truth table', false],
  ])('reads from the column check that %j asks for an end-to-end test: %s', (check, asks) => {
    expect(asksForE2e(check)).toBe(asks);
  });

  it('refuses a row that asks for an end-to-end test and is named by other tests alone', () => {
    const outcomes = [{ title: 'QUEUE-13 STORE-05 keeps', status: 'passed' as const, isE2e: true }];
    const needsE2e = new Set(['QUEUE-13']);
    expect(judge({ ...evidence, needsE2e, outcomes })).toEqual({
      proven: new Set(['STORE-05']),
      problems: ['QUEUE-13 asks for an end-to-end test, and no title in test/e2e names it'],
    });
    const claimedByE2e = new Set(['QUEUE-13']);
    expect(judge({ ...evidence, needsE2e, claimedByE2e, outcomes }).problems).toEqual([]);
  });

  it('refuses a row that asks for an end-to-end test where that one did not run, whatever else passed', () => {
    const claims = { ...evidence, needsE2e: new Set(['QUEUE-13']), claimedByE2e: new Set(['QUEUE-13']) };
    const ofServer = { title: 'QUEUE-13 STORE-05 keeps', status: 'passed' as const, isE2e: false };
    expect(judge({ ...claims, outcomes: [ofServer] })).toEqual({
      proven: new Set(['STORE-05']),
      problems: ['QUEUE-13 asks for an end-to-end test, and the one that names it did not run'],
    });
    const story = { title: 'QUEUE-13 is seen', status: 'passed' as const, isE2e: true };
    expect(judge({ ...claims, outcomes: [ofServer, story] }).problems).toEqual([]);
  });
});
