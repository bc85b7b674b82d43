/** A test case as it is judged: a request, perhaps an answer to it, and what must come of them. */
import type {
  CaseAnswer,
  CaseExpectation,
  TestCaseCreate,
} from '../../contract/programmatic/tester/testCase.ts';
import type { CaseResult } from '../../contract/programmatic/tester/testRun.ts';

export type CaseDraft = Omit<TestCaseCreate, 'response' | 'expect'> & {
  response: CaseAnswer | null;
  expect: CaseExpectation;
};
export type ExpectedBid = NonNullable<CaseExpectation['bids']>[number];
export type CaseVerdict = Omit<CaseResult, 'case_id' | 'name'>;
