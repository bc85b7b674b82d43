/** How long screens showed something, hour by hour: of weeks of a fleet, too, it is read at once. */
import { eq, sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const HOUR_MS = 3_600_000;
/** Where the last `n` hours begin, the one that runs among them. */
export const firstOfHours = (now: number, n: number) => Math.floor(now / HOUR_MS - (n - 1)) * HOUR_MS;

/**
 * `shown(device_id, hour, ms)` for a `with`, from the hour `since` on: what is rolled up and the plays received since.
 * Two zones show at once: no screen is on for longer than the hour.
 */
export async function shownHours(
  { tx, tenant_id }: TransactionContext,
  { since, device_ids }: { since: number; device_ids?: readonly string[] },
): Promise<SQL> {
  const [tenant] = await tx
    .select({ until: tenants.plays_rolled_until })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  /** Said to the planner as a constant, which else would look through all plays of the time; read again in the statement itself, within which nothing is rolled up. */
  const until = sql`${tenant?.until?.toISOString() ?? '-infinity'}::timestamptz`;
  const from = sql`${instant(since)}::timestamptz`;
  const isOne = device_ids ? sql`device_id = any(${sql.param([...device_ids])}::uuid[])` : sql`true`;
  return sql`
    rolled as (
      select device_id, hour, shown_ms::float8 as ms from screen_hours
      where tenant_id = ${tenant_id} and hour >= ${from} and ${isOne}
    ), fresh as (
      select device_id, date_trunc('hour', started_at, 'UTC') as hour, sum(duration_ms)::float8 as ms from plays
      where tenant_id = ${tenant_id} and started_at >= ${from} and ${isOne}
        and state <> 'quarantined' and received_at > ${until} and received_at > (
          select coalesce(plays_rolled_until, '-infinity') from tenants where id = ${tenant_id})
      group by 1, 2
    ), shown(device_id, hour, ms) as (
      select device_id, hour, least(coalesce(rolled.ms, 0) + coalesce(fresh.ms, 0), ${HOUR_MS})
      from rolled full join fresh using (device_id, hour))`;
}
