/** Runs of test cases, with what came of each. */
import * as z from 'zod/mini';
import { entity, statesBefore, type Transitions } from '../../wire/entity.ts';
import { common, id, instant, int, MAX_INT, name } from '../../wire/wire.ts';
import { VALIDATE_MODES } from './openrtb.ts';
import { CHECKS, VERDICTS } from './testCase.ts';

export const TEST_RUN_STATES = ['queued', 'running', 'done', 'cancelled'] as const;
export type TestRunState = (typeof TEST_RUN_STATES)[number];
export const TEST_RUN_TRANSITIONS: Transitions<TestRunState> = {
  queued: ['running', 'cancelled'],
  running: ['done', 'cancelled'],
  done: [],
  cancelled: [],
};
export const MAX_CASES_A_RUN = 500;

const count = int(0, MAX_INT);
export const caseCheck = z.object({
  check: z.enum(CHECKS),
  verdict: z.enum(VERDICTS),
  expected: z.string(),
  actual: z.string(),
});
export type CaseCheck = z.infer<typeof caseCheck>;
export const caseResult = z.object({
  case_id: id,
  name: z.string(),
  verdict: z.enum(VERDICTS),
  checks: z.array(caseCheck),
  request_errors: count,
  response_errors: count,
});
export type CaseResult = z.infer<typeof caseResult>;

export const testRun = z.object({
  ...common,
  suite: name,
  mode: z.enum(VALIDATE_MODES),
  state: z.enum(TEST_RUN_STATES),
  total: count,
  done: count,
  passed: count,
  failed: count,
  not_judged: count,
  /** null until it has ended. */
  duration_ms: z.nullable(count),
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
});
export type TestRun = z.infer<typeof testRun>;
export const testRunDetail = z.extend(testRun, { results: z.array(caseResult) });
export type TestRunDetail = z.infer<typeof testRunDetail>;

export const testRuns = entity({
  path: '/api/programmatic/openrtb/runs',
  area: 'tester',
  row: testRun,
  detail: testRunDetail,
  create: z.strictObject({
    suite: name,
    mode: z._default(z.enum(VALIDATE_MODES), 'strict'),
    /** Left out: all cases there are. */
    case_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_CASES_A_RUN))),
  }),
  listOptions: {
    sorts: ['created_at', 'suite'],
    defaultSort: '-created_at',
    enums: { status: { state: TEST_RUN_STATES } },
  },
  actions: {
    cancel: {
      summary: 'Stop a run; what was judged so far stays',
      from: statesBefore(TEST_RUN_TRANSITIONS, 'cancelled'),
      to: 'cancelled',
    },
  },
});
