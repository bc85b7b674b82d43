/** Plays that are paid for and the time that screens were on, by screen, in a month. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { StoredLine } from '../../db/tables/earnings/earnings.ts';
import { daySpan } from '../../proof/analytics/span.ts';
import { onTimeOfScreens } from '../../proof/analytics/uptime.ts';
import { isDelivered } from '../../proof/delivered.ts';
import { costOfSold, isLive } from '../../programmatic/auctions/soldFigures.ts';
import { minorOfCost } from '../../../shared/openrtb/auction/cost.ts';
import { soldPrice } from '../soldPrice.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export interface Counted {
  /** At the prices that campaigns have now. */
  lines: StoredLine[];
  online_ms: number;
}

interface FoundLine extends StoredLine {
  device_id: string;
  currency: string;
  /** Whole, in 10^-13 of the currency's unit; null: the plays are of a campaign. */
  cost: string | null;
}

/**
 * Screens without a play are left out. A spot that was sold by auction is its own campaign: those of one partner are one
 * line, at what the partner is billed for them. What was sold in another currency than the tenant's brings nothing here.
 */
export async function countPeriod(
  ctx: TransactionContext,
  { from, to }: { from: string; to: string },
  tz: string,
): Promise<Map<string, Counted>> {
  const { tx, tenant_id, now } = ctx;
  const rows = rowsOf<FoundLine>(
    await tx.execute(sql`
      select p.device_id, coalesce(s.partner_id, p.campaign_id) as campaign_id, coalesce(c.name, r.name, '') as name,
        ${soldPrice(sql`c`)} as bid_micros, count(*)::float8 as plays, t.currency,
        case when s.partner_id is not null then ${costOfSold} end as cost
      from plays p join tenants t on t.id = p.tenant_id
        left join campaigns c on c.id = p.campaign_id and c.tenant_id = p.tenant_id
        left join bids s on s.id = p.campaign_id and s.tenant_id = p.tenant_id
        left join partners r on r.id = s.partner_id and r.tenant_id = p.tenant_id
        left join (bids b join auctions a on a.id = b.auction_id)
          on b.id = s.id and b.play_id = p.play_id and a.cur = t.currency and ${isLive}
      where p.tenant_id = ${tenant_id} and p.campaign_id is not null and ${isDelivered}
        and p.started_at >= ${from}::timestamptz and p.started_at < ${to}::timestamptz
      group by p.device_id, coalesce(s.partner_id, p.campaign_id), s.partner_id, r.name, c.name, c.bid_micros, c.class,
        t.currency
      order by 1, 2`),
  );
  const online = await onTimeOfScreens(ctx, daySpan({ from, to, tz }, now));
  const counted = new Map<string, Counted>(
    [...online].map(([device_id, online_ms]) => [device_id, { lines: [], online_ms }]),
  );
  for (const { device_id, currency, cost, ...line } of rows) {
    const of = counted.get(device_id) ?? { lines: [], online_ms: 0 };
    of.lines.push(cost === null ? line : { ...line, sold_minor: minorOfCost(BigInt(cost), currency) });
    counted.set(device_id, of);
  }
  return counted;
}
