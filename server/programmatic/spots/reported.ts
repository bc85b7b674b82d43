/** What plays that were handed in mean for the sold spots whose leases they name. */
import { and, eq, inArray } from 'drizzle-orm';
import { bids } from '../../db/schema.ts';
import type { CountingRule } from '../../../shared/contract/proof/countingRule.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { spotPlayed } from './spots.ts';

export interface ReportedPlay {
  record: PlayRecord;
  reasons: readonly string[];
  rated: { started: number };
  /** Which the play was judged by. */
  rule: CountingRule;
}

/** In the transaction that stores them, so that a play is billed if and only if it is kept. */
export async function spotsReported(ctx: TransactionContext, plays: readonly ReportedPlay[]): Promise<void> {
  const leased = plays.filter(({ record }) => record.lease_id !== undefined && record.result !== 'not_shown');
  if (leased.length === 0) return;
  const rows = await ctx.tx
    .select({ lease_id: bids.lease_id })
    .from(bids)
    .where(
      and(
        eq(bids.tenant_id, ctx.tenant_id),
        inArray(bids.lease_id, [...new Set(leased.map(({ record }) => record.lease_id!))]),
      ),
    );
  const sold = new Set(rows.map(row => row.lease_id));
  for (const { record, reasons, rated, rule } of leased) {
    const { lease_id = '', play_id, result, completion, visible_share, duration_ms, expected_ms } = record;
    /** What speaks against a play leaves the spot as it was: another may come, or it ends unplayed. */
    if (!sold.has(lease_id) || reasons.length > 0) continue;
    await spotPlayed(ctx, lease_id, {
      ...{ play_id, result, completion, visible_share, duration_ms, expected_ms, ...rule },
      ...{ started_at: rated.started, received_at: ctx.now },
    });
  }
}
