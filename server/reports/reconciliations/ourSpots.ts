/** What was sold to a partner, spot by spot, as a comparison with the partner's file needs it. */
import { sql, type SQL } from 'drizzle-orm';
import type { KeyedBy, Reconciliation } from '../../../shared/contract/reports/reconciliation.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import type { OurSpot } from '../../../shared/reports/reconcile.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** A notice may come through so many days after its play: what moved over a bound is looked for there. */
const ABOUT_D = 3;
const PLAY_E4 = 10_000;
const KEYS: Record<KeyedBy, SQL> = {
  deal: sql`b.dealid`,
  creative: sql`b.crid`,
  auction: sql`b.auction_id::text`,
};
type ComparedSpots = Pick<
  Reconciliation,
  'partner_id' | 'first_day' | 'last_day' | 'tz' | 'keyed_by' | 'counted_in'
>;
interface Row {
  key: string | null;
  day: string;
  billed_day: string | null;
  is_billable: boolean;
  is_test: boolean;
  multiplier_e4: number;
  cost: string;
  currency: string | null;
}

export async function ourSpots(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  { partner_id, first_day, last_day, tz, keyed_by, counted_in }: ComparedSpots,
): Promise<OurSpot[]> {
  const day = (at: SQL) => sql`to_char(${at} at time zone ${tz}, 'YYYY-MM-DD')`;
  const at = sql`coalesce(b.played_at, b.play_from, b.at)`;
  const [from, to] = [dayStart(first_day, tz, -ABOUT_D), dayStart(last_day, tz, 1 + ABOUT_D)];
  const rows = rowsOf<Row>(
    await tx.execute(sql`
      select ${KEYS[keyed_by]} as key, ${day(at)} as day, ${day(sql`b.billed_at`)} as billed_day,
        b.billable_at is not null as is_billable, a.status = 'test' as is_test,
        (coalesce(b.multiplier, a.multiplier) * 10000)::float8 as multiplier_e4,
        (coalesce(a.clearing_micros, b.price_micros)::numeric * coalesce(b.multiplier, a.multiplier) * 10000)
          ::numeric(60, 0)::text as cost,
        a.cur as currency
      from bids b join auctions a on a.id = b.auction_id
      where b.tenant_id = ${tenant_id} and b.partner_id = ${partner_id} and b.price_micros is not null
        and (b.spot_state is not null or a.status = 'test')
        and ${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz
      order by b.at, b.id`),
  );
  return rows.map(row => ({
    ...{ key: row.key, day: row.day, billed_day: row.billed_day, currency: row.currency },
    ...{ isBillable: row.is_billable, isTest: row.is_test, cost: BigInt(row.cost) },
    count_e4: counted_in === 'plays' ? PLAY_E4 : Math.round(row.multiplier_e4),
  }));
}
