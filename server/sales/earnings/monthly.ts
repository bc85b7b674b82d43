/** What the server does by itself: estimates the running month, closes the one before, and counts late plays. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { periodBefore, periodOf } from '../../../shared/sales/earnings.ts';
import type { Server } from '../../context/server.ts';
import { rowsOf } from '../../db/rows.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { recalculate } from './calculate.ts';
import { lockTerms } from './rows.ts';

const DAY_MS = 86_400_000;
/** Plays of earlier months that came within this time are counted: longer than a server ever stands still. */
const LATE_MS = 7 * DAY_MS;
const dayMs = (day: string) => Date.parse(`${day}T00:00:00.000Z`);

/** The running month last: it takes what earlier ones carry over. */
async function duePeriods(ctx: TransactionContext): Promise<string[]> {
  const { tx, tenant_id, now } = ctx;
  const { tz, earlier_zones } = await lockTerms(ctx);
  const monthOf = (ms: number) => periodOf(ms, tz, earlier_zones);
  const current = monthOf(now);
  const late = rowsOf<{ day: string }>(
    await tx.execute(sql`
      select distinct to_char(p.started_at at time zone 'UTC', 'YYYY-MM-DD') as day from plays p
      where p.tenant_id = ${tenant_id} and p.received_at >= ${instant(now - LATE_MS)}::timestamptz
        and p.campaign_id is not null`),
  );
  const months = late.flatMap(({ day }) => [dayMs(day), dayMs(day) + DAY_MS - 1].map(monthOf));
  const periods = new Set([periodBefore(current), current, ...months]);
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
