/** Cases of the OpenRTB tester: a request, perhaps an answer, and what must come of them. */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { entity } from '../../wire/entity.ts';
import { common, id, int, name, text } from '../../wire/wire.ts';
import { isSmall, json, PROFILES } from './openrtb.ts';

export const CASE_SOURCES = ['manual', 'prebid', 'bid_log'] as const;
export const CASE_OUTCOMES = ['bids', 'nobid', 'error'] as const;
export const CHECKS = ['valid', 'errors', 'http', 'outcome', 'winner', 'bids', 'partner'] as const;
export const VERDICTS = ['passed', 'failed', 'not_judged'] as const;
export type Verdict = (typeof VERDICTS)[number];

const token = text(1, 200);
/** null, or an empty list: nothing is expected of it. */
export const expectation = z.strictObject({
  /** The status of the answer. */
  http: z._default(z.nullable(int(100, 599)), null),
  /** Whether the request is valid. */
  valid: z._default(z.nullable(z.boolean()), null),
  /** Codes of findings that the request has. */
  errors: z._default(z.array(token).check(z.maxLength(50)), []),
  /** The id of the bid that wins. */
  winner: z._default(z.nullable(token), null),
  outcome: z._default(z.nullable(z.enum(CASE_OUTCOMES)), null),
  bids: z._default(
    z.nullable(
      z
        .array(z.strictObject({ id: text(0, 200), impid: text(0, 200), price: z.nullable(z.number()) }))
        .check(z.maxLength(100)),
    ),
    null,
  ),
  /** What rests on a partner's own rewriting: it is never passed. */
  not_judged: z._default(z.array(token).check(z.maxLength(50)), []),
});
export type CaseExpectation = z.infer<typeof expectation>;
export const NOTHING_EXPECTED: CaseExpectation = {
  ...{ http: null, valid: null, errors: [], winner: null, outcome: null, bids: null, not_judged: [] },
};

const caseAnswer = z.strictObject({ status: int(100, 599), body: z._default(z.unknown(), null) });
export type CaseAnswer = z.infer<typeof caseAnswer>;
export const MAX_CASE_TAGS = 10;
const tags = z.array(text(1, 40)).check(z.maxLength(MAX_CASE_TAGS));

export const testCase = z.object({
  ...common,
  name,
  profile: z.enum(PROFILES),
  expect: expectation,
  tags,
  source: z.enum(CASE_SOURCES),
  has_response: z.boolean(),
});
export type TestCase = z.infer<typeof testCase>;
export const testCaseDetail = z.extend(testCase, {
  /** Any JSON: a case may be about what is no request. */
  request: z.unknown(),
  response: z.nullable(caseAnswer),
});
export type TestCaseDetail = z.infer<typeof testCaseDetail>;

const editable = {
  name,
  profile: z.enum(PROFILES),
  request: json,
  response: z.nullable(caseAnswer.check(isSmall)),
  expect: expectation,
  tags,
};
export const testCaseCreate = z.strictObject({
  ...editable,
  profile: z._default(editable.profile, 'dooh'),
  response: z._default(editable.response, null),
  expect: z._default(editable.expect, NOTHING_EXPECTED),
  tags: z._default(tags, []),
  source: z._default(z.enum(CASE_SOURCES), 'manual'),
});
export type TestCaseCreate = z.infer<typeof testCaseCreate>;
export const testCasePatch = z.strictObject({
  ...{ name: z.optional(name), profile: z.optional(editable.profile) },
  request: z.optional(z.unknown().check(isSmall)),
  response: z.optional(editable.response),
  expect: z.optional(expectation),
  tags: z.optional(tags),
});

export const testCases = entity({
  path: '/api/programmatic/openrtb/cases',
  bulk: ['delete', 'restore'],
  area: 'tester',
  row: testCase,
  detail: testCaseDetail,
  create: testCaseCreate,
  patch: testCasePatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'source', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: { source: { source: CASE_SOURCES }, profile: { profile: PROFILES } },
  },
});

export const MAX_FILES_AT_ONCE = 50;
/** Files of Prebid Server as they are; one that is none of them is named and left out. */
export const importTestCases = endpoint({
  method: 'POST',
  path: '/api/programmatic/openrtb/cases/import',
  access: { who: 'user', area: 'tester', level: 'W' },
  summary: 'Make test cases of case files of Prebid Server',
  bodyLimit: 4 * 1_048_576,
  body: z.strictObject({
    files: z
      .array(z.strictObject({ path: text(1, 400), content: json }))
      .check(z.minLength(1), z.maxLength(MAX_FILES_AT_ONCE)),
  }),
  answer: z.object({
    made: z.array(z.object({ id, name: z.string() })),
    refused: z.array(z.string()),
  }),
});
