/** What the server does by itself: estimates the running month, closes the one before, and counts late plays. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { periodBefore, periodOf } from '../../../shared/sales/earnings.ts';
import type { Server } from '../../context/server.ts';
import { rowsOf } from '../../db/rows.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { recalculate } from './calculate.ts';
import { lockTerms } from './rows.ts';

/** Plays of earlier months that came within this time are counted: longer than a server ever stands still. */
const LATE_MS = 7 * 86_400_000;

/** The running month last: it takes what earlier ones carry over. */
async function duePeriods(ctx: TransactionContext): Promise<string[]> {
  const { tx, tenant_id, now } = ctx;
  const { tz } = await lockTerms(ctx);
  const current = periodOf(now, tz);
  const late = rowsOf<{ period: string }>(
    await tx.execute(sql`
      select distinct to_char(p.started_at at time zone ${tz}, 'YYYY-MM') as period from plays p
      where p.tenant_id = ${tenant_id} and p.received_at >= ${instant(now - LATE_MS)}::timestamptz
        and p.campaign_id is not null`),
  );
  const periods = new Set([periodBefore(current), current, ...late.map(({ period }) => period)]);
  return [...periods].filter(period => period <= current).sort();
}

/** Of all tenants with screens that belong to somebody; what fails in one holds up no other. */
export async function calculateEarnings(server: Server, onFault: (error: unknown) => void): Promise<void> {
  const due = rowsOf<{ id: string }>(
    await server.tenantTransactions.acrossTenants(tx =>
      tx.execute(sql`
        select distinct d.tenant_id as id from devices d where d.owner_user_id is not null
        union select e.tenant_id from earnings e`),
    ),
  );
  for (const { id } of due) {
    const of = { tenant_id: id, user_id: null };
    try {
      for (const period of await inTenant(server, of, duePeriods))
        await inTenant(server, of, ctx => recalculate(ctx, period));
    } catch (error) {
      onFault(error);
    }
  }
}
