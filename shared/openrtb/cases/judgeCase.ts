/** Whether a case holds: each expectation is passed, failed or not judged. */
import { judgeBids, type Judgement } from '../auction/judge.ts';
import { rankBids } from '../auction/rank.ts';
import { testPolicy } from '../auction/testPolicy.ts';
import { get, objectOf, objectsOf, textOf } from '../json.ts';
import { validateRequest } from '../validate/validateRequest.ts';
import { validateResponse } from '../validate/validateResponse.ts';
import type { CaseAnswer, Verdict } from '../../contract/programmatic/tester/testCase.ts';
import type { CaseCheck } from '../../contract/programmatic/tester/testRun.ts';
import type { CaseDraft, CaseVerdict, ExpectedBid } from './testCase.ts';

type Judged = Pick<CaseDraft, 'profile' | 'request' | 'response' | 'expect'>;

const check = (name: CaseCheck['check'], isPassed: boolean, expected: string, actual: string): CaseCheck => ({
  check: name,
  verdict: isPassed ? 'passed' : 'failed',
  expected,
  actual,
});
const asText = (value: string | number | boolean | null) => (value === null ? '–' : String(value));

const judgementOf = (
  request: unknown,
  { status, body }: CaseAnswer,
  profile: Judged['profile'],
): Judgement => {
  const answer = { status, latency_ms: 0, bytes: 0, body: body ?? undefined };
  return judgeBids(objectOf(request), answer, testPolicy(objectOf(request), profile));
};

function winnerOf(request: unknown, judgement: Judgement, profile: Judged['profile']): string | null {
  const contenders = judgement.bids.map(bid => ({ partner_id: '', latency_ms: 0, bid }));
  const standings = rankBids(objectOf(request), contenders, testPolicy(objectOf(request), profile));
  return standings.find(({ outcome }) => outcome === 'won')?.bid.bid_id ?? null;
}

/** A bid that the answer does not hold as expected was made by the partner's own rewriting. */
function bidsCheck(expected: ExpectedBid[], body: unknown): CaseCheck {
  const bids = objectsOf(get(body, 'seatbid')).flatMap(seat => objectsOf(get(seat, 'bid')));
  const has = (wanted: ExpectedBid) =>
    bids.some(
      bid =>
        textOf(bid.id) === wanted.id &&
        textOf(bid.impid) === wanted.impid &&
        (wanted.price === null || bid.price === wanted.price),
    );
  const missing = expected.filter(one => !has(one));
  const names = (list: ExpectedBid[]) => list.map(({ id }) => id).join(', ');
  return {
    check: 'bids',
    verdict: missing.length === 0 ? 'passed' : 'not_judged',
    expected: names(expected),
    actual: names(expected.filter(has)) || '–',
  };
}

function answerChecks({ request, response, expect, profile }: Judged): CaseCheck[] {
  if (response === null) return [];
  const judgement = judgementOf(request, response, profile);
  const { http, outcome, winner, bids } = expect;
  const won = winner === null ? null : winnerOf(request, judgement, profile);
  return [
    ...(http === null
      ? []
      : [check('http', response.status === http, asText(http), asText(response.status))]),
    ...(outcome === null
      ? []
      : [check('outcome', judgement.outcome === outcome, outcome, judgement.outcome)]),
    ...(winner === null ? [] : [check('winner', won === winner, winner, asText(won))]),
    ...(bids === null ? [] : [bidsCheck(bids, response.body)]),
  ];
}

export function judgeCase(one: Judged, mode: 'strict' | 'lenient'): CaseVerdict {
  const { request, response, expect, profile } = one;
  const { valid, findings } = validateRequest(request, { mode, profile });
  const codes: string[] = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  const unmet = expect.errors.filter(code => !codes.includes(code));
  const checks: CaseCheck[] = [
    ...(expect.valid === null
      ? []
      : [check('valid', valid === expect.valid, asText(expect.valid), asText(valid))]),
    ...(expect.errors.length === 0
      ? []
      : [check('errors', unmet.length === 0, expect.errors.join(', '), codes.join(', ') || '–')]),
    ...answerChecks(one),
    ...expect.not_judged.map((text): CaseCheck => ({
      check: 'partner',
      verdict: 'not_judged',
      expected: text,
      actual: '–',
    })),
  ];
  const of = (verdict: Verdict) => checks.some(each => each.verdict === verdict);
  const answered =
    response === null
      ? null
      : validateResponse(response.body, request, { mode, profile, status: response.status });
  return {
    verdict: of('failed') ? 'failed' : of('passed') ? 'passed' : 'not_judged',
    checks,
    request_errors: codes.length,
    response_errors: answered?.findings.filter(({ severity }) => severity === 'error').length ?? 0,
  };
}
