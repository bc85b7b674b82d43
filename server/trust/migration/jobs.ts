/** Files that are brought over: taken in, mapped, set to work, stopped. */
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/trust/migration.ts';
import { fieldsOfKind } from '../../../shared/contract/trust/migrationKinds.ts';
import type { Action } from '../../../shared/contract/wire/entity.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { migrationJobs } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { JobRow } from './batch.ts';

const HOUR_MS = 3_600_000;
/** A tenant has so many at work at most. */
const MAX_AT_WORK = 20;
const acts = contract.migrations.actions;

function undoUntil({ ended_at, state, created, updated }: JobRow): string | null {
  const isUndoable = acts.rollback.from.includes(state as 'completed');
  if (ended_at === null || !isUndoable || created + updated === 0) return null;
  return instant(ended_at.getTime() + contract.ROLL_BACK_H * HOUR_MS);
}
export const toJob = (row: JobRow): contract.MigrationJob => ({
  ...row,
  ended_at: row.ended_at?.toISOString() ?? null,
  undo_until: undoUntil(row),
  ...commonFieldsOf(row),
});

export const migrationListing = listing(contract.migrations)<JobRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(migrationJobs)),
  fields: getTableColumns(migrationJobs),
  id: migrationJobs.id,
  scope: ctx => eq(migrationJobs.tenant_id, ctx.tenant_id),
  sortColumns: {
    created_at: migrationJobs.created_at,
    file_name: migrationJobs.file_name,
    lines: migrationJobs.lines,
  },
  searchColumns: [migrationJobs.file_name],
  filterColumns: { state: migrationJobs.state, kind: migrationJobs.kind },
  created_at: migrationJobs.created_at,
  serialize: (_ctx, rows) => rows.map(toJob),
});

async function lockJob({ tx, tenant_id }: TransactionContext, id: string, act: Pick<Action, 'from'>) {
  const [found] = await tx
    .select()
    .from(migrationJobs)
    .where(and(eq(migrationJobs.tenant_id, tenant_id), eq(migrationJobs.id, id)))
    .for('update');
  const row = requireFound(found, 'import');
  requireState(act, row.state);
  return row;
}
async function write(ctx: TransactionContext, row: JobRow, set: Partial<JobRow>) {
  ctx.auditNote.before = { state: row.state };
  const [written] = await ctx.tx
    .update(migrationJobs)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(and(eq(migrationJobs.tenant_id, ctx.tenant_id), eq(migrationJobs.id, row.id)))
    .returning();
  return toJob(requireFound(written, 'import'));
}

const NOT_CHECKED = { done: 0, ok: 0, warn: 0, err: 0 };
export async function mapColumns(
  ctx: TransactionContext,
  id: string,
  { mapping, mode }: { mapping: Record<string, string>; mode: contract.MigrationJob['mode'] },
) {
  const row = await lockJob(ctx, id, acts.map);
  const known = fieldsOfKind(row.kind);
  for (const [field, column] of Object.entries(mapping)) {
    if (!known.some(({ name }) => name === field)) throw refuse(field, 'Unknown field');
    if (!row.columns.includes(column)) throw refuse(field, 'The file has no such column.');
  }
  const missing = known.find(({ name, isRequired }) => isRequired && mapping[name] === undefined);
  if (missing) throw refuse(missing.name, 'Required');
  return write(ctx, row, { mapping, mode, state: 'mapped', ...NOT_CHECKED });
}
const refuse = (field: string, text: string) =>
  new AppError('VALIDATION', 'Some fields are not valid.', { [`mapping.${field}`]: [text] });

const isAtWork = inArray(migrationJobs.state, [...contract.AT_WORK]);
/** From its first line on; a worker takes it up. */
async function setToWork(ctx: TransactionContext, row: JobRow, set: Partial<JobRow>) {
  const atWork = await ctx.tx.$count(
    migrationJobs,
    and(eq(migrationJobs.tenant_id, ctx.tenant_id), isAtWork),
  );
  if (atWork >= MAX_AT_WORK)
    throw new AppError('RULE', 'Others of this tenant are at work. Wait for one of them.');
  return write(ctx, row, {
    ...set,
    done: 0,
    tries: 0,
    actor_id: ctx.user_id,
    leased_until: null,
    failure: null,
  });
}

export const startCheck = async (ctx: TransactionContext, id: string) =>
  setToWork(ctx, await lockJob(ctx, id, acts['dry-run']), { ...NOT_CHECKED, state: 'checking' });

export async function startRun(ctx: TransactionContext, id: string) {
  const row = await lockJob(ctx, id, acts.run);
  if (row.ok + row.warn === 0) throw new AppError('RULE', 'No line of it can be taken.');
  return setToWork(ctx, row, { state: 'running' });
}

export async function startUndo(ctx: TransactionContext, id: string) {
  const row = await lockJob(ctx, id, acts.rollback);
  const until = undoUntil(row);
  if (until === null || Date.parse(until) < ctx.now)
    throw new AppError('RULE', `It can be undone for ${contract.ROLL_BACK_H} hours.`);
  return setToWork(ctx, row, { state: 'rolling_back' });
}

/** What runs is stopped between two steps; what it has written can be undone. */
export async function cancel(ctx: TransactionContext, id: string) {
  const row = await lockJob(ctx, id, acts.cancel);
  if (row.state === 'checking') return write(ctx, row, { state: 'mapped', ...NOT_CHECKED });
  const hasWritten = row.created + row.updated > 0;
  return write(ctx, row, { state: hasWritten ? 'partial' : 'cancelled', ended_at: dateOf(ctx.now) });
}
