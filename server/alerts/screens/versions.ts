/** The version of a tenant's set of alerts: it rises with everything that is published or ended, and every node hears of it. */
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { rowsOf } from '../../db/rows.ts';
import { alerts, alertSets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export const ALERT_CHANNEL = 'wayside_alerts';
export const parseAlertNotice = (notice: string) => {
  const [tenant_id = '', version = '0'] = notice.split(' ');
  return { tenant_id, version: Number(version) };
};

/** From here on seconds are counted; a number of the database holds 68 years of them. */
const SINCE_MS = Date.UTC(2026, 0, 1);
const SECOND_MS = 1_000;
/**
 * Locks the set until the commit, so that a version never has two meanings. A version is at least the number of seconds
 * since 2026: after the database was restored from an older backup the next version is still higher than all that screens
 * were given before, and a screen takes it.
 */
export async function nextSet({
  tx,
  tenant_id,
  now,
}: Pick<TransactionContext, 'tx' | 'tenant_id' | 'now'>): Promise<number> {
  const least = Math.max(1, Math.floor((now - SINCE_MS) / SECOND_MS));
  const [row] = rowsOf<{ version: number }>(
    await tx.execute(sql`
      insert into ${alertSets} as s (tenant_id, version) values (${tenant_id}, ${least})
      on conflict (tenant_id) do update set version = greatest(s.version + 1, ${least}) returning version`),
  );
  const version = row?.version ?? least;
  await tx.execute(sql`select pg_notify(${ALERT_CHANNEL}, ${`${tenant_id} ${version}`})`);
  return version;
}

/** Screens got other tags or another place, by which they may hold other alerts: they ask again, where there are any. */
export async function refreshSets(ctx: TransactionContext): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const [held] = await tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(
      and(
        ...[eq(alerts.tenant_id, tenant_id), isNotNull(alerts.set_version)],
        gt(alerts.expires_at, dateOf(now)),
      ),
    )
    .limit(1);
  if (held) await nextSet(ctx);
}
