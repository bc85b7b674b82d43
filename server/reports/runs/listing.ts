/** Runs of a tenant: listed, asked for, cancelled. */
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { reportRuns as contract, UNFINISHED, type ReportRun } from '../../../shared/contract/reports/run.ts';
import type { ReportSpec } from '../../../shared/contract/reports/report.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { equals } from '../../db/lists.ts';
import { reportDefinitions, reportRuns, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { timeOf } from '../content/period.ts';

export type RunRow = typeof reportRuns.$inferSelect;
/** So many of a tenant wait at most, so that one tenant does not hold up the others. */
const MAX_UNFINISHED = 10;

const isoOf = (at: Date | null) => at?.toISOString() ?? null;
export const toRun = (row: RunRow): ReportRun => ({
  ...row,
  from: row.from.toISOString(),
  to: row.to.toISOString(),
  as_of: isoOf(row.as_of),
  expected_since: isoOf(row.expected_since),
  late_since: isoOf(row.late_since),
  started_at: isoOf(row.started_at),
  ended_at: isoOf(row.ended_at),
  expires_at: isoOf(row.expires_at),
  ...commonFieldsOf(row),
});

export const runListing = listing(contract)<RunRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(reportRuns)),
  fields: getTableColumns(reportRuns),
  id: reportRuns.id,
  scope: ctx => eq(reportRuns.tenant_id, ctx.tenant_id),
  sortColumns: {
    created_at: reportRuns.created_at,
    name: reportRuns.name,
    row_count: reportRuns.row_count,
    bytes: reportRuns.bytes,
  },
  searchColumns: [reportRuns.name, reportRuns.requester],
  filterColumns: {
    state: reportRuns.state,
    preset: reportRuns.preset,
    cause: reportRuns.cause,
    definition_id: reportRuns.definition_id,
  },
  created_at: reportRuns.created_at,
  serialize: (_ctx, rows) => rows.map(toRun),
});

/** What a report is made of, without anything else of its row. */
export const specOf = (row: ReportSpec & { name: string }) => ({
  ...{ name: row.name, preset: row.preset, format: row.format, language: row.language },
  ...{ period: row.period, first_day: row.first_day, last_day: row.last_day, tz: row.tz },
  ...{ campaign_ids: row.campaign_ids, creative_ids: row.creative_ids, zone: row.zone },
});
type NamedSpec = ReturnType<typeof specOf>;

/** The period is fixed here: a run that waits over midnight is still of the days that were asked for. */
export async function insertRun(
  { tx, tenant_id, user_id, now }: TransactionContext,
  spec: NamedSpec,
  of: Pick<typeof reportRuns.$inferInsert, 'definition_id' | 'cause' | 'requester' | 'due_at'>,
): Promise<string | null> {
  const { from, to } = timeOf(spec, of.due_at?.getTime() ?? now);
  const at = dateOf(now);
  const [row] = await tx
    .insert(reportRuns)
    .values({
      ...{ id: uuid7(now), tenant_id, ...spec, ...of, created_by: user_id },
      ...{ from: dateOf(Date.parse(from)), to: dateOf(Date.parse(to)), created_at: at, updated_at: at },
    })
    .onConflictDoNothing()
    .returning({ id: reportRuns.id });
  return row?.id ?? null;
}

async function requesterOf({ tx }: TransactionContext, { user_id, email }: UserPrincipal): Promise<string> {
  const [user] = await tx.select().from(users).where(eq(users.id, user_id));
  return [user?.first_name, user?.last_name].filter(Boolean).join(' ') || email;
}

async function requireTurn({ tx, tenant_id }: TransactionContext): Promise<void> {
  const waiting = await tx.$count(
    reportRuns,
    and(eq(reportRuns.tenant_id, tenant_id), eq(reportRuns.state, 'queued')),
  );
  if (waiting >= MAX_UNFINISHED)
    throw new AppError('RULE', `${MAX_UNFINISHED} reports wait already; cancel one or wait for it.`, {
      reports: [`At most ${MAX_UNFINISHED}`],
    });
}

export async function requestRun(
  ctx: TransactionContext,
  body: Body<typeof contract.create>,
  principal: UserPrincipal,
): Promise<ReportRun> {
  await requireTurn(ctx);
  const spec = await requestedSpec(ctx, body);
  const requester = await requesterOf(ctx, principal);
  const id = await insertRun(ctx, spec, { definition_id: body.definition_id, cause: 'user', requester });
  return runListing.read(ctx, requireFound(id, contract.singular));
}

async function requestedSpec(
  { tx, tenant_id }: TransactionContext,
  { definition_id, name, report }: Body<typeof contract.create>,
): Promise<NamedSpec> {
  if (report !== null && name !== null) return specOf({ ...report, name });
  const [row] = await tx
    .select()
    .from(reportDefinitions)
    .where(
      and(
        ...[equals(reportDefinitions.id, definition_id), eq(reportDefinitions.tenant_id, tenant_id)],
        isNull(reportDefinitions.deleted_at),
      ),
    );
  return specOf(requireFound(row, 'report'));
}

/** Whoever makes it notices when he renews its lease. */
export async function cancelRun(ctx: TransactionContext, id: string): Promise<ReportRun> {
  const isRun = and(eq(reportRuns.id, id), eq(reportRuns.tenant_id, ctx.tenant_id));
  const [row] = await ctx.tx.select().from(reportRuns).where(isRun).for('update');
  const current = requireFound(row, contract.singular);
  requireState({ from: UNFINISHED }, current.state);
  ctx.auditNote.before = { state: current.state };
  ctx.auditNote.target_name = current.name;
  const at = dateOf(ctx.now);
  await ctx.tx
    .update(reportRuns)
    .set({ ...{ state: 'cancelled', ended_at: at, updated_at: at }, version: current.version + 1 })
    .where(isRun);
  return runListing.read(ctx, id);
}
