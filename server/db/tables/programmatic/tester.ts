/** Cases of the OpenRTB tester, and runs of them. */
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TestCase } from '../../../../shared/contract/programmatic/tester/testCase.ts';
import type { CaseResult, TestRun } from '../../../../shared/contract/programmatic/tester/testRun.ts';
import { at, bigInteger, commonColumns } from '../columns.ts';
import { tenant_id } from '../tenants.ts';

export const testCases = pgTable(
  'test_cases',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    profile: text('profile').$type<TestCase['profile']>().notNull(),
    /** Text, because jsonb refuses characters that JSON may hold, and forgets the order of fields. */
    request_json: text('request_json').notNull(),
    response_json: text('response_json'),
    expect: jsonb('expect').$type<TestCase['expect']>().notNull(),
    tags: jsonb('tags').$type<string[]>().notNull(),
    source: text('source').$type<TestCase['source']>().notNull(),
    ...commonColumns,
  },
  t => [index('test_cases_tenant').on(t.tenant_id, t.name)],
);

export const testRuns = pgTable(
  'test_runs',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    suite: text('suite').notNull(),
    mode: text('mode').$type<TestRun['mode']>().notNull(),
    state: text('state').$type<TestRun['state']>().notNull().default('queued'),
    case_ids: jsonb('case_ids').$type<string[]>().notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    passed: integer('passed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    not_judged: integer('not_judged').notNull().default(0),
    results: jsonb('results').$type<CaseResult[]>().notNull(),
    duration_ms: bigInteger('duration_ms'),
    started_at: at('started_at'),
    ended_at: at('ended_at'),
    ...commonColumns,
  },
  t => [index('test_runs_tenant').on(t.tenant_id, t.created_at)],
);
