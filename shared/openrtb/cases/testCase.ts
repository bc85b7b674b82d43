/** A test case: a request, perhaps an answer to it, and what must come of them. */

export const CASE_SOURCES = ['manual', 'prebid', 'bid_log'] as const;
export const CASE_OUTCOMES = ['bids', 'nobid', 'error'] as const;

export interface ExpectedBid {
  id: string;
  impid: string;
  price: number | null;
}
/** null: this says nothing about it. */
export interface CaseExpectation {
  /** The status of the answer. */
  http: number | null;
  /** Whether the request is valid. */
  valid: boolean | null;
  /** Codes of findings that the request must have. */
  errors: string[];
  /** The id of the bid that wins. */
  winner: string | null;
  /** What the answer comes to. */
  outcome: (typeof CASE_OUTCOMES)[number] | null;
  /** Bids that must stand in the answer. */
  bids: ExpectedBid[] | null;
  /** What rests on a partner's own rewriting, in the words of the case: it is never passed. */
  not_judged: string[];
}
export interface CaseAnswer {
  status: number;
  body: unknown;
}
export interface CaseDraft {
  name: string;
  profile: 'generic' | 'dooh';
  /** Any JSON, because a case may be about what is no request. */
  request: unknown;
  response: CaseAnswer | null;
  expect: CaseExpectation;
  tags: string[];
  source: (typeof CASE_SOURCES)[number];
}

export const NOTHING_EXPECTED: CaseExpectation = {
  ...{ http: null, valid: null, errors: [], winner: null, outcome: null, bids: null, not_judged: [] },
};

export const CHECKS = ['valid', 'errors', 'http', 'outcome', 'winner', 'bids', 'partner'] as const;
export const VERDICTS = ['passed', 'failed', 'not_judged'] as const;
export type Verdict = (typeof VERDICTS)[number];
export interface CaseCheck {
  check: (typeof CHECKS)[number];
  verdict: Verdict;
  expected: string;
  actual: string;
}
export interface CaseVerdict {
  verdict: Verdict;
  checks: CaseCheck[];
  /** Of the request and, where there is one, of the answer. */
  request_errors: number;
  response_errors: number;
}
