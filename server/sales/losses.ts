/** The loss waterfall of a campaign: what its screens have counted of their decisions in the last days. */
import { and, eq, gte, sql } from 'drizzle-orm';
import { instant } from '../../shared/clock.ts';
import { DECISION_REASONS } from '../../shared/contract/playout/decisions.ts';
import { LOSS_DAYS, type Losses } from '../../shared/contract/sales/campaignCalls.ts';
import { decisionCounts } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { campaignListing } from './campaigns/listing.ts';

const DAY_MS = 86_400_000;

export async function lossesOf(ctx: TransactionContext, id: string): Promise<Losses> {
  /** Whoever may not see the campaign is answered as if it were not there. */
  await campaignListing.read(ctx, id);
  const { tx, tenant_id, now } = ctx;
  const since = instant(now - LOSS_DAYS * DAY_MS).slice(0, 10);
  const rows = await tx
    .select({ reason: decisionCounts.reason, n: sql<number>`sum(${decisionCounts.n})::float8` })
    .from(decisionCounts)
    .where(
      and(
        ...[eq(decisionCounts.tenant_id, tenant_id), eq(decisionCounts.campaign_id, id)],
        gte(decisionCounts.day, since),
      ),
    )
    .groupBy(decisionCounts.reason);
  const counted = new Map(rows.map(({ reason, n }) => [reason, n]));
  const reasons = DECISION_REASONS.flatMap(reason => {
    const n = counted.get(reason) ?? 0;
    return n > 0 ? [{ reason, n }] : [];
  });
  return { decisions: reasons.reduce((sum, { n }) => sum + n, 0), reasons };
}
