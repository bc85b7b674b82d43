/** What was sold to a partner, summed over what a comparison with the partner's file tells apart. */
import { sql, type SQL } from 'drizzle-orm';
import type { KeyedBy, Reconciliation } from '../../../shared/contract/reports/reconciliation.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
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
  count_e4: number;
  cost: string;
  currency: string | null;
}

/** Lines that are compared at once; each has spots of several kinds. */
export const MAX_LINES = 5_000;
const MOST_KINDS = 4 * MAX_LINES;
export function refuseMany(): never {
  const message = `At most ${MAX_LINES} days and keys at once: take fewer days.`;
  throw new AppError('VALIDATION', message, { last_day: [message] });
}

/** However many were sold: the database adds up those that are alike. */
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
        sum(${counted_in === 'plays' ? sql.raw(String(PLAY_E4)) : sql`coalesce(b.multiplier, a.multiplier) * 10000`})::float8 as count_e4,
        sum(coalesce(a.clearing_micros, b.price_micros)::numeric * coalesce(b.multiplier, a.multiplier) * 10000)
          ::numeric(60, 0)::text as cost,
        a.cur as currency
      from bids b join auctions a on a.id = b.auction_id
      where b.tenant_id = ${tenant_id} and b.partner_id = ${partner_id} and b.price_micros is not null
        and (b.spot_state is not null or a.status = 'test')
        and ${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz
      group by 1, 2, 3, 4, 5, a.cur order by 2, 1, 3, 4, 5, a.cur limit ${MOST_KINDS + 1}`),
  );
  if (rows.length > MOST_KINDS) refuseMany();
  return rows.map(row => ({
    ...{ key: row.key, day: row.day, billed_day: row.billed_day, currency: row.currency },
    ...{ isBillable: row.is_billable, isTest: row.is_test, cost: BigInt(row.cost) },
    count_e4: Math.round(row.count_e4),
  }));
}
