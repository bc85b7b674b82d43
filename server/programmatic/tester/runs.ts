/** Runs of test cases: asked for, judged piece by piece in a job, so that a page sees how far they are. */
import { and, asc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  MAX_CASES_A_RUN,
  testRuns as contract,
  type CaseResult,
  type TestRunDetail,
} from '../../../shared/contract/programmatic/tester/testRun.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { judgeCase } from '../../../shared/openrtb/cases/judgeCase.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { testCases, testRuns } from '../../db/schema.ts';
import { addJob } from '../../jobs/jobs.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { casesById, toCase } from './cases.ts';

export const TEST_RUN_JOB = 'openrtb_run';
/** Judged in one transaction; progress shows after each. */
const CASES_AT_ONCE = 20;

type RunRow = typeof testRuns.$inferSelect;
const isoOf = (at: Date | null) => at?.toISOString() ?? null;
const toRun = (row: RunRow): TestRunDetail => ({
  ...row,
  started_at: isoOf(row.started_at),
  ended_at: isoOf(row.ended_at),
  ...commonFieldsOf(row),
});

export const runListing = listing(contract)<RunRow, TestRunDetail>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(testRuns)),
  fields: getTableColumns(testRuns),
  id: testRuns.id,
  scope: ({ tenant_id }) => eq(testRuns.tenant_id, tenant_id),
  sortColumns: { created_at: testRuns.created_at, suite: testRuns.suite },
  searchColumns: [testRuns.suite],
  filterColumns: { state: testRuns.state },
  created_at: testRuns.created_at,
  serialize: (_ctx, rows) => rows.map(toRun),
});

export async function startRun(
  ctx: TransactionContext,
  { suite, mode, case_ids }: Body<typeof contract.create>,
): Promise<TestRunDetail> {
  const { tx, tenant_id, user_id, now } = ctx;
  const wanted = and(
    ...[eq(testCases.tenant_id, tenant_id), isNull(testCases.deleted_at)],
    case_ids === undefined ? undefined : inArray(testCases.id, case_ids),
  );
  const cases = await tx
    .select({ id: testCases.id })
    .from(testCases)
    .where(wanted)
    .orderBy(asc(testCases.name), asc(testCases.id))
    .limit(MAX_CASES_A_RUN);
  if (cases.length === 0)
    throw new AppError('VALIDATION', 'There is no such case.', { case_ids: ['Not found'] });
  const id = uuid7(now);
  await tx.insert(testRuns).values({
    ...{ id, tenant_id, suite, mode, case_ids: cases.map(one => one.id), total: cases.length, results: [] },
    ...{ created_by: user_id, created_at: dateOf(now), updated_at: dateOf(now) },
  });
  await addJob(ctx, { kind: TEST_RUN_JOB, payload: { id } });
  return runListing.read(ctx, id);
}

async function lockRun({ tx, tenant_id }: TransactionContext, id: string): Promise<RunRow> {
  const [row] = await tx
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.id, id), eq(testRuns.tenant_id, tenant_id)))
    .for('update');
  return requireFound(row, contract.singular);
}
const write = async ({ tx, tenant_id, now }: TransactionContext, row: RunRow, set: Partial<RunRow>) => {
  await tx
    .update(testRuns)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(testRuns.id, row.id), eq(testRuns.tenant_id, tenant_id)));
};

export async function cancelRun(ctx: TransactionContext, id: string): Promise<TestRunDetail> {
  const row = await lockRun(ctx, id);
  requireState(contract.actions.cancel, row.state);
  ctx.auditNote.before = { state: row.state };
  ctx.auditNote.target_name = row.suite;
  await write(ctx, row, { state: 'cancelled', ended_at: dateOf(ctx.now) });
  return runListing.read(ctx, id);
}

/** Results go into a column that refuses NUL. */
const storable = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as T;

async function judged(ctx: TransactionContext, ids: string[], mode: RunRow['mode']): Promise<CaseResult[]> {
  const rows = new Map((await casesById(ctx, ids)).map(row => [row.id, row]));
  return ids.flatMap(case_id => {
    const row = rows.get(case_id);
    // Deleted meanwhile.
    if (row === undefined) return [];
    return [storable({ case_id, name: row.name, ...judgeCase(toCase(row), mode) })];
  });
}

/** The next cases of a run; false where it has ended. A second try goes on where the first one stopped. */
async function judgeNext(ctx: TransactionContext, id: string): Promise<boolean> {
  const row = await lockRun(ctx, id);
  if (row.state !== 'queued' && row.state !== 'running') return false;
  const results = [
    ...row.results,
    ...(await judged(ctx, row.case_ids.slice(row.done, row.done + CASES_AT_ONCE), row.mode)),
  ];
  const done = Math.min(row.done + CASES_AT_ONCE, row.total);
  const count = (verdict: CaseResult['verdict']) => results.filter(one => one.verdict === verdict).length;
  const started_at = row.started_at ?? dateOf(ctx.now);
  const isOver = done >= row.total;
  await write(ctx, row, {
    ...{ results, done, started_at, state: isOver ? 'done' : 'running' },
    ...{ passed: count('passed'), failed: count('failed'), not_judged: count('not_judged') },
    ...(isOver && {
      ended_at: dateOf(ctx.now),
      duration_ms: Math.max(0, ctx.now - started_at.getTime()),
    }),
  });
  return !isOver;
}

export const runCasesJob: JobHandler = async (server: Server, { tenant_id, payload }) => {
  const { id } = payload as { id: string };
  while (await inTenant(server, { tenant_id, user_id: null }, ctx => judgeNext(ctx, id)));
};
