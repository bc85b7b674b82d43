/** The queue of runs: a state and a lease on each, so that every node sees it and a restart goes on by itself. */
import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { RunFailure } from '../../../shared/contract/reports/run.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { reportRuns } from '../../db/schema.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import type { RunRow } from './listing.ts';

/** ms; a run whose lease was not renewed for this long is free again. */
const LEASE_MS = 30_000;
const MAX_TRIES = 3;

export interface ClaimedRun extends RunRow {
  lease_id: string;
}
type Change = Partial<typeof reportRuns.$inferInsert>;

/** Many reports of one tenant do not keep those of others waiting: whose last one began longest ago has his turn. */
const lastOfTenant = sql`(select max(o.started_at) from report_runs o where o.tenant_id = ${reportRuns.tenant_id})`;

/** The run that waits longest, or one whose lease is over; one that was begun too often is failed on the way. */
export async function claimRun({ tenantTransactions, clock }: Server): Promise<ClaimedRun | null> {
  const now = dateOf(clock.now());
  const isFree = or(
    eq(reportRuns.state, 'queued'),
    and(eq(reportRuns.state, 'running'), lt(reportRuns.leased_until, now)),
  );
  return tenantTransactions.acrossTenants(async tx => {
    for (;;) {
      const [row] = await tx
        .select()
        .from(reportRuns)
        .where(isFree)
        .orderBy(sql`${lastOfTenant} nulls first`, asc(reportRuns.created_at), asc(reportRuns.id))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!row) return null;
      const isSpent = row.tries >= MAX_TRIES;
      const lease_id = uuid7(clock.now());
      const set: Change = isSpent
        ? { ...ended(now), state: 'failed', failure: 'interrupted' }
        : {
            ...{ state: 'running', lease_id, leased_until: dateOf(clock.now() + LEASE_MS) },
            ...{ tries: row.tries + 1, rows_done: 0, started_at: now },
          };
      const [claimed] = await tx.update(reportRuns).set(set).where(eq(reportRuns.id, row.id)).returning();
      if (!isSpent && claimed) return { ...claimed, lease_id };
    }
  });
}
const ended = (at: Date): Change => ({ ended_at: at, updated_at: at, lease_id: null, leased_until: null });

/** Writes to the run as long as the lease is ours; false where it was cancelled or another node has it. */
async function write({ tx, tenant_id }: TransactionContext, run: ClaimedRun, set: Change): Promise<boolean> {
  const rows = await tx
    .update(reportRuns)
    .set(set)
    .where(
      and(
        ...[eq(reportRuns.id, run.id), eq(reportRuns.tenant_id, tenant_id)],
        ...[eq(reportRuns.state, 'running'), eq(reportRuns.lease_id, run.lease_id)],
      ),
    )
    .returning({ id: reportRuns.id });
  return rows.length > 0;
}
export const inTenantOf = <T>(
  server: Server,
  { tenant_id }: Pick<RunRow, 'tenant_id'>,
  act: (ctx: TransactionContext) => Promise<T>,
) => inTenant(server, { tenant_id, user_id: null }, act);

export const renewLease = (server: Server, run: ClaimedRun, progress: Change) =>
  inTenantOf(server, run, ctx => write(ctx, run, { ...progress, leased_until: dateOf(ctx.now + LEASE_MS) }));

/** `within` belongs to the same transaction: it holds the row, so that nobody else finishes the run meanwhile. */
export const finishRun = (
  server: Server,
  run: ClaimedRun,
  result: Change,
  within: (ctx: TransactionContext) => Promise<void>,
) =>
  inTenantOf(server, run, async ctx => {
    if (await write(ctx, run, { ...ended(dateOf(ctx.now)), ...result, state: 'ready' })) await within(ctx);
  });

export const failRun = (server: Server, run: ClaimedRun, failure: RunFailure) =>
  inTenantOf(server, run, ctx => write(ctx, run, { ...ended(dateOf(ctx.now)), state: 'failed', failure }));

/** To the queue again: this start does not count where the server stops. */
export const releaseRun = (server: Server, run: ClaimedRun, isStop: boolean) =>
  inTenantOf(server, run, ctx =>
    write(ctx, run, {
      ...{ state: 'queued', rows_done: 0, lease_id: null, leased_until: null },
      ...(isStop && { tries: run.tries - 1 }),
    }),
  );
export const isLastTry = ({ tries }: ClaimedRun) => tries >= MAX_TRIES;
