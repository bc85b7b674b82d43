/** What was sold by auction, by the day of the auction: requests, bids, wins, plays and what they bring. */
import { sql, type SQL } from 'drizzle-orm';
import type { ReportColumn, ReportTotals } from '../../../shared/contract/reports/report.ts';
import { majorOf } from '../../../shared/i18n/format.ts';
import { minorOfCost } from '../../../shared/openrtb/auction/cost.ts';
import { rowsOf } from '../../db/rows.ts';
import { costOfSold, isLive, isPaid, isPriced, isSold } from '../../programmatic/auctions/soldFigures.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { RunRow } from '../runs/listing.ts';
import type { ReportLabels } from './labels.ts';
import type { MakeTable, ReportRow } from './table.ts';

type By = 'partner' | 'deal' | 'day';
interface Row {
  name: string | null;
  currency: string | null;
  requests: number;
  bids: number;
  wins: number;
  plays: number;
  /** Whole, in 10^-13 of the currency's unit: it is rounded once, here. */
  cost: string;
  /** By disputes that were decided in the time; of partners alone. */
  credited: number;
}
const HEADS: Record<By, ReportColumn> = {
  partner: { key: 'partner', kind: 'text' },
  deal: { key: 'deal', kind: 'text' },
  day: { key: 'day', kind: 'day' },
};
const COUNTS = ['requests', 'bids', 'wins', 'plays', 'fill_pct', 'spend_pct'] as const;
const COLUMNS: readonly ReportColumn[] = [
  ...COUNTS.map(key => ({ key, kind: 'count' as const })),
  { key: 'revenue', kind: 'text' },
  { key: 'currency', kind: 'text' },
];
const CREDITS: ReportColumn = { key: 'credits', kind: 'text' };
const PERCENT = 100;
const pct = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * PERCENT));

/** What a row is of. A request is of no deal: it offers several, so only its bids are. */
const groupOf = (by: By, tz: string): { call: SQL; bid: SQL } => {
  const day = (at: SQL) => sql`to_char(${at} at time zone ${tz}, 'YYYY-MM-DD')`;
  switch (by) {
    case 'partner':
      return { call: sql`c.partner_id::text`, bid: sql`b.partner_id::text` };
    case 'deal':
      return { call: sql`null::text`, bid: sql`b.dealid` };
    case 'day':
      return { call: day(sql`c.at`), bid: day(sql`b.at`) };
  }
};

export const soldTable =
  (by: By, labels: ReportLabels): MakeTable =>
  async ({ tx, tenant_id }, { from, to, filter }) => {
    const group = groupOf(by, filter.tz);
    const within = (at: SQL) => sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
    const found = rowsOf<Row & { key: string | null }>(
      await tx.execute(sql`
        with asked as (
          select ${group.call} as key, a.cur as currency, count(*)::int as requests
          from auction_calls c join auctions a on a.id = c.auction_id
          where c.tenant_id = ${tenant_id} and ${within(sql`c.at`)} and c.outcome <> 'skipped'
            and ${isLive} and ${by} <> 'deal'
          group by 1, 2),
        sold as (
          select ${group.bid} as key, a.cur as currency,
            count(*) filter (where ${isPriced})::int as bids,
            count(*) filter (where ${isSold})::int as wins,
            count(*) filter (where ${isPaid})::int as plays,
            ${costOfSold} as cost
          from bids b join auctions a on a.id = b.auction_id
          where b.tenant_id = ${tenant_id} and ${within(sql`b.at`)} and ${isLive}
          group by 1, 2),
        credits as (
          select d.partner_id::text as key, d.currency, sum(d.amount_minor)::float8 as credited
          from dispute_credits d
          where d.tenant_id = ${tenant_id} and ${within(sql`d.at`)} and d.partner_id is not null
            and ${by} = 'partner'
          group by 1, 2)
        select coalesce(asked.key, sold.key, credits.key) as key, coalesce(asked.currency, sold.currency, credits.currency) as currency,
          p.name, coalesce(requests, 0) as requests, coalesce(bids, 0) as bids, coalesce(wins, 0) as wins,
          coalesce(plays, 0) as plays, coalesce(cost, '0') as cost,
          coalesce(credited, 0) as credited
        from asked full join sold
          on asked.key is not distinct from sold.key and asked.currency = sold.currency
        full join credits on credits.key = coalesce(asked.key, sold.key)
          and credits.currency = coalesce(asked.currency, sold.currency)
        left join partners p on p.tenant_id = ${tenant_id}
          and p.id::text = coalesce(asked.key, sold.key, credits.key)
        order by coalesce(asked.key, sold.key, credits.key) nulls last, 2`),
    );
    const rows = found.map((row): ReportRow => {
      const name = by === 'partner' ? row.name : by === 'deal' ? (row.key ?? labels('noDeal')) : row.key;
      const credits = by === 'partner' ? [creditsOf(row)] : [];
      return [name, ...cellsOf(row), ...credits];
    });
    const totals = await totalsOf({ tx, tenant_id }, { from, to });
    const columns = [HEADS[by], ...COLUMNS, ...(by === 'partner' ? [CREDITS] : [])];
    return { columns, row_count: rows.length, rows, totals: () => totals };
  };

function cellsOf({ requests, bids, wins, plays, cost, currency }: Row) {
  const minor = currency === null ? 0 : minorOfCost(BigInt(cost), currency);
  const revenue = currency === null ? '' : String(majorOf(minor, currency));
  return [requests, bids, wins, plays, pct(wins, requests), pct(plays, wins), revenue, currency];
}

const creditsOf = ({ credited, currency }: Row) =>
  currency === null ? '' : String(majorOf(credited, currency));

type Span = Pick<Parameters<MakeTable>[1], 'from' | 'to'>;
async function totalsOf(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  { from, to }: Span,
): Promise<ReportTotals> {
  const [row] = rowsOf<{ plays: number; duration_ms: number; screens: number }>(
    await tx.execute(sql`
      select count(*)::int as plays, coalesce(sum(coalesce(b.length_ms, b.dur * 1000)), 0)::float8 as duration_ms,
        count(distinct b.device_id)::int as screens
      from bids b where b.tenant_id = ${tenant_id} and b.at >= ${from}::timestamptz
        and b.at < ${to}::timestamptz and ${isPaid}`),
  );
  return { plays: 0, duration_ms: 0, screens: 0, ...row, quarantined: 0, not_shown: 0 };
}

/** Plays that the period has by now. */
export const soldPlays = async (
  ctx: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  { from, to }: Pick<RunRow, 'from' | 'to'>,
): Promise<number> => (await totalsOf(ctx, { from: from.toISOString(), to: to.toISOString() })).plays;
