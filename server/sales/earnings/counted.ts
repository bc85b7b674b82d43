/** Plays that are paid for and the time that screens were on, by screen, in a month. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { StoredLine } from '../../db/tables/earnings/earnings.ts';
import { daySpan } from '../../proof/analytics/span.ts';
import { onTimeOfScreens } from '../../proof/analytics/uptime.ts';
import { isDelivered } from '../../proof/delivered.ts';
import { soldPrice } from '../soldPrice.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export interface Counted {
  /** At the prices that campaigns have now. */
  lines: StoredLine[];
  online_ms: number;
}

/** Screens without a play are left out. */
export async function countPeriod(
  ctx: TransactionContext,
  { from, to }: { from: string; to: string },
  tz: string,
): Promise<Map<string, Counted>> {
  const { tx, tenant_id, now } = ctx;
  const rows = rowsOf<StoredLine & { device_id: string }>(
    await tx.execute(sql`
      select p.device_id, p.campaign_id, coalesce(c.name, '') as name, ${soldPrice(sql`c`)} as bid_micros,
        count(*)::float8 as plays
      from plays p left join campaigns c on c.id = p.campaign_id and c.tenant_id = p.tenant_id
      where p.tenant_id = ${tenant_id} and p.campaign_id is not null and ${isDelivered}
        and p.started_at >= ${from}::timestamptz and p.started_at < ${to}::timestamptz
      group by p.device_id, p.campaign_id, c.name, c.bid_micros, c.class
      order by p.device_id, p.campaign_id`),
  );
  const online = await onTimeOfScreens(ctx, daySpan({ from, to, tz }, now));
  const counted = new Map<string, Counted>(
    [...online].map(([device_id, online_ms]) => [device_id, { lines: [], online_ms }]),
  );
  for (const { device_id, ...line } of rows) {
    const of = counted.get(device_id) ?? { lines: [], online_ms: 0 };
    of.lines.push(line);
    counted.set(device_id, of);
  }
  return counted;
}
