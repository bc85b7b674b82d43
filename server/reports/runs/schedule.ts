/** Reports whose time has come get a run; each moment of a schedule at most one, whichever node sees it first. */
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Server } from '../../context/server.ts';
import { dateOf } from '../../../shared/clock.ts';
import { reportDefinitions, tenants } from '../../db/schema.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { nextOf } from '../definitions.ts';
import { insertRun, specOf } from './listing.ts';

const dueBy = (now: number) =>
  and(
    ...[lte(reportDefinitions.next_at, dateOf(now)), eq(reportDefinitions.status, 'active')],
    isNull(reportDefinitions.deleted_at),
  );

/** Of all tenants that are active; what fails in one holds up no other. */
export async function queueDueReports(server: Server, onFault: (error: unknown) => void): Promise<void> {
  const found = await server.tenantTransactions.acrossTenants(tx =>
    tx
      .select({ id: reportDefinitions.id, tenant_id: reportDefinitions.tenant_id })
      .from(reportDefinitions)
      .innerJoin(tenants, eq(tenants.id, reportDefinitions.tenant_id))
      .where(and(dueBy(server.clock.now()), eq(tenants.status, 'active'))),
  );
  for (const { id, tenant_id } of found)
    await inTenant(server, { tenant_id, user_id: null }, ctx => queueDue(ctx, id)).catch(onFault);
}

async function queueDue(ctx: TransactionContext, id: string): Promise<void> {
  const [row] = await ctx.tx
    .select()
    .from(reportDefinitions)
    .where(and(eq(reportDefinitions.id, id), dueBy(ctx.now)))
    .for('update', { skipLocked: true });
  if (!row) return;
  await insertRun(ctx, specOf(row), {
    ...{ definition_id: id, cause: 'schedule', requester: '' },
    due_at: row.next_at,
  });
  await ctx.tx
    .update(reportDefinitions)
    .set({ next_at: nextOf(row, ctx.now) })
    .where(eq(reportDefinitions.id, id));
}
