/** Whether the price of a campaign reaches the floors of what is on sale of its screens. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { listedPairs } from '../campaigns/targets.ts';

interface Price {
  bid_micros: number | null;
  currency: string;
}
/** The highest floor above the price; null where it reaches all, or is not said. Another currency is not compared. */
export async function missedFloor(
  { tx, tenant_id }: TransactionContext,
  device_ids: readonly string[],
  { bid_micros, currency }: Price,
): Promise<number | null> {
  if (bid_micros === null || device_ids.length === 0) return null;
  const [found] = rowsOf<{ micros: string | number | null }>(
    await tx.execute(sql`
      select max(l.floor_micros) as micros
      from (${listedPairs(tenant_id)}) as o join listings l on l.id = o.campaign_id
      where o.device_id = any(${sql.param([...device_ids])}::uuid[]) and l.currency = ${currency}
        and l.floor_micros > ${bid_micros}::bigint`),
  );
  return found?.micros == null ? null : Number(found.micros);
}
