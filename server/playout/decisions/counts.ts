/** Keeps what screens have counted of their decisions: each period once, and of campaigns of the tenant alone. */
import { lt, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { sendDecisions } from '../../../shared/contract/playout/decisions.ts';
import { LOSS_DAYS } from '../../../shared/contract/sales/campaignCalls.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Db } from '../../db/database.ts';
import { decisionCounts, decisionPeriods } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const DAY_MS = 86_400_000;

export async function keepCounts(
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
  { period_id, counts }: Body<typeof sendDecisions>,
): Promise<void> {
  const isNew = await tx
    .insert(decisionPeriods)
    .values({ tenant_id, device_id, period_id, received_at: dateOf(now) })
    .onConflictDoNothing()
    .returning({ id: decisionPeriods.period_id });
  if (isNew.length === 0) return;
  /** In one order, so that two screens that count the same campaigns do not wait for each other. */
  await tx.execute(sql`
    insert into decision_counts (tenant_id, campaign_id, day, reason, n)
    select ${tenant_id}::uuid, x.campaign_id, ${instant(now).slice(0, 10)}, x.reason, sum(x.n)
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as x(campaign_id uuid, reason text, n bigint)
    join campaigns c on c.id = x.campaign_id and c.tenant_id = ${tenant_id}::uuid
    group by x.campaign_id, x.reason order by x.campaign_id, x.reason
    on conflict (campaign_id, day, reason) do update set n = decision_counts.n + excluded.n`);
}

export async function sweepDecisions(tx: Db, now: number): Promise<void> {
  const before = dateOf(now - LOSS_DAYS * DAY_MS);
  await tx.delete(decisionPeriods).where(lt(decisionPeriods.received_at, before));
  await tx.delete(decisionCounts).where(lt(decisionCounts.day, before.toISOString().slice(0, 10)));
}
