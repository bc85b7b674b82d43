/** One step of a job: some lines checked, written or undone, in the transaction that notes how far it has come. */
import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { MigrationLine } from '../../../shared/contract/trust/migration.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { migrationJobs, migrationLines } from '../../db/schema.ts';
import { requireWithinPlan } from '../../identity/tenants/plan.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { evaluate, type Evaluated } from './evaluate.ts';
import { auditWritten } from './auditWritten.ts';
import type { ImportRights, Importer, Values } from './kinds/importer.ts';
import { ownColumns, setIfUnchanged, writeBelow } from './write.ts';

export const LINES_A_STEP = 500;
export type JobRow = typeof migrationJobs.$inferSelect;
export type LineRow = typeof migrationLines.$inferSelect;
export type LineChange = Partial<typeof migrationLines.$inferInsert> & { line: number };
export type Counts = Partial<
  Record<'ok' | 'warn' | 'err' | 'created' | 'updated' | 'unchanged' | 'kept', number>
>;

export const isLineOf = ({ tenant_id }: TransactionContext, { id }: Pick<JobRow, 'id'>) =>
  and(eq(migrationLines.tenant_id, tenant_id), eq(migrationLines.job_id, id));

/** Undoing goes from the last line to the first: what was written last is taken back first. */
const isBackward = ({ state }: JobRow) => state === 'rolling_back';
/** How many lines are behind the one a step ended with. */
export const doneAfter = (job: JobRow, line: number) => (isBackward(job) ? job.lines - line + 1 : line);

/** The next lines after those that are done, in the states that this work takes up. */
export const nextLines = (
  ctx: TransactionContext,
  job: JobRow,
  states: readonly MigrationLine['state'][] | null,
  limit = LINES_A_STEP,
): Promise<LineRow[]> =>
  ctx.tx
    .select()
    .from(migrationLines)
    .where(
      and(
        isLineOf(ctx, job),
        isBackward(job) ? lte(migrationLines.line, job.lines - job.done) : gt(migrationLines.line, job.done),
        states === null ? undefined : inArray(migrationLines.state, [...states]),
      ),
    )
    .orderBy(isBackward(job) ? desc(migrationLines.line) : asc(migrationLines.line))
    .limit(limit);

export async function noteProgress(
  { tx, tenant_id, now }: TransactionContext,
  job: JobRow,
  { done, counts }: { done: number; counts: Counts },
): Promise<void> {
  const more = Object.fromEntries(
    Object.entries(counts).map(([name, n]) => [name, sql`${sql.identifier(name)} + ${n}`]),
  );
  await tx
    .update(migrationJobs)
    .set({ ...more, done, tries: 0, updated_at: dateOf(now) })
    .where(and(eq(migrationJobs.tenant_id, tenant_id), eq(migrationJobs.id, job.id)));
}

/** All of a step in one statement; the lines are named once more, so that they are found by the primary key. */
export async function noteLines(
  ctx: TransactionContext,
  job: JobRow,
  changes: readonly LineChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await ctx.tx.execute(sql`
    update migration_lines l set state = x.state, act = coalesce(x.act, l.act), key = coalesce(x.key, l.key),
      name = coalesce(x.name, l.name), problems = coalesce(x.problems, l.problems),
      target_id = coalesce(x.target_id, l.target_id),
      target_version = coalesce(x.target_version, l.target_version), before = coalesce(x.before, l.before)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as x(line int, state text, act text, key text,
      name text, problems jsonb, target_id uuid, target_version int, before jsonb)
    where l.job_id = ${job.id} and l.tenant_id = ${ctx.tenant_id} and l.line = x.line
      and l.line = any(${sql.param(changes.map(({ line }) => line))}::int[])`);
}

const remarksOf = ({ problems, remarks }: Evaluated) => [...problems, ...remarks];
const tally = (states: readonly string[]): Counts => {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

export interface Step {
  job: JobRow;
  importer: Importer;
  actor: ImportRights;
  lines: readonly LineRow[];
}
/** A dry run: says of each line what it would do. */
export async function checkLines(
  ctx: TransactionContext,
  { job, importer, actor, lines }: Step,
): Promise<Counts> {
  const evaluated = await evaluate(ctx, importer, { plan: job, actor, lines });
  const changes = evaluated.map(one => ({
    line: one.line,
    state:
      one.problems.length > 0
        ? ('err' as const)
        : one.remarks.length > 0
          ? ('warn' as const)
          : ('ok' as const),
    ...{ act: one.act, key: one.key, name: one.name, problems: remarksOf(one) },
  }));
  await noteLines(ctx, job, changes);
  return tally(changes.map(({ state }) => state));
}

/** The second of two lines that mean the same row, and each after it. */
export async function refuseRepeated({ tx, tenant_id }: TransactionContext, job: JobRow): Promise<void> {
  const problem = [{ field: '_', text: 'A line above means the same row.' }];
  await tx.execute(sql`
    update migration_lines l set state = 'err', act = null, problems = ${JSON.stringify(problem)}::jsonb
    where l.job_id = ${job.id} and l.tenant_id = ${tenant_id} and l.state in ('ok', 'warn') and l.key is not null
      and exists (select from migration_lines o where o.job_id = l.job_id and o.key = l.key and o.line < l.line)`);
}

/** Writes the lines; throws where one of them cannot be, and then none is. */
export async function writeLines(
  ctx: TransactionContext,
  { job, importer, actor, lines }: Step,
): Promise<Counts> {
  const evaluated = await evaluate(ctx, importer, { plan: job, actor, lines });
  const changes: LineChange[] = evaluated
    .filter(({ problems }) => problems.length > 0)
    .map(one => ({ line: one.line, state: 'err', problems: remarksOf(one) }));
  const made = evaluated.filter(({ act }) => act === 'create');
  const ids = await insertRows(ctx, importer, made);
  for (const [one, id] of ids) await writeBelow(ctx, importer, id, one.columns);
  for (const one of made) {
    const id = ids.get(one);
    changes.push(
      id === undefined
        ? {
            line: one.line,
            state: 'err',
            problems: [{ field: '_', text: 'A row with this is there already.' }],
          }
        : { line: one.line, state: 'done', act: 'create', target_id: id, target_version: 1 },
    );
  }
  for (const one of evaluated)
    if (one.act === 'same' && one.found)
      changes.push({ line: one.line, state: 'done', act: 'same', target_id: one.found.id });
    else if (one.act === 'update' && one.found) changes.push(await updateRow(ctx, importer, one, one.found));
  /** What takes nothing more of the plan is no matter of it, also where it holds less by now. */
  if (ids.size > 0 && importer.limit) await requireWithinPlan(ctx, importer.limit);
  const touched = changes.filter(({ act }) => act === 'create' || act === 'update');
  if (touched.length > 0)
    await importer.settle?.(
      ctx,
      touched.map(({ target_id }) => String(target_id)),
    );
  await noteLines(ctx, job, changes);
  await auditWritten(ctx, { importer, actor, evaluated, changes });
  const count = (act: MigrationLine['act']) =>
    changes.filter(one => one.state === 'done' && one.act === act).length;
  return { created: count('create'), updated: count('update'), unchanged: count('same') };
}

async function insertRows(
  ctx: TransactionContext,
  importer: Importer,
  made: readonly Evaluated[],
): Promise<Map<Evaluated, string>> {
  const { tx, tenant_id, user_id, now } = ctx;
  if (made.length === 0) return new Map();
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  const ids = new Map(made.map(one => [one, uuid7(now)]));
  const rows = made.map(one => ({
    ...{ ...importer.defaults(ctx), ...ownColumns(importer, one.columns), ...at },
    ...{ id: ids.get(one), tenant_id, created_by: user_id },
  }));
  const taken = (await tx
    .insert(importer.table as never)
    .values(rows as never)
    .onConflictDoNothing()
    .returning({ id: importer.table.id } as never)) as unknown as { id: string }[];
  const there = new Set(taken.map(({ id }) => id));
  return new Map([...ids].filter(([, id]) => there.has(id)));
}

async function updateRow(
  ctx: TransactionContext,
  importer: Importer,
  { line, columns }: Evaluated,
  found: { id: string; version: number } & Values,
): Promise<LineChange> {
  const before = Object.fromEntries(Object.keys(columns).map(name => [name, found[name] ?? null]));
  const row = { id: found.id, version: found.version };
  const written = await setIfUnchanged(ctx, importer.table, row, { set: ownColumns(importer, columns) });
  if (!written) throw new AppError('STATE', 'This row was changed meanwhile.');
  await writeBelow(ctx, importer, found.id, columns);
  return { line, state: 'done', act: 'update', target_id: found.id, target_version: row.version + 1, before };
}
