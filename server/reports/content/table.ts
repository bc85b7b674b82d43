/** What every preset makes: columns, rows one after another, and totals. */
import type {
  ReportCell,
  ReportColumn,
  ReportSpec,
  ReportTotals,
} from '../../../shared/contract/reports/report.ts';
import type { SQL } from 'drizzle-orm';
import { playSource, rolledAtLeast, type AnalyticsFilter, type Sums } from '../../proof/analytics/source.ts';
import { daySpan, type AnalyticsSpan } from '../../proof/analytics/span.ts';
import type { TransactionOpener } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { ReportTime } from './period.ts';

export type ReportRow = readonly ReportCell[];
export interface ReportTable {
  columns: readonly ReportColumn[];
  row_count: number;
  rows: AsyncIterable<ReportRow> | Iterable<ReportRow>;
  /** Read after the last row: what came while they were written counts in both. */
  totals: () => ReportTotals;
}
/** Of what it is made. */
export type ReportFilter = Pick<ReportSpec, 'campaign_ids' | 'creative_ids' | 'zone' | 'tz'>;
export interface ReportRequest extends ReportTime {
  filter: ReportFilter;
  /** ms; plays that came later are left out where they are listed one by one. */
  as_of: number;
  /** For rows that are read page by page, each in a transaction of its own. */
  inTenant: TransactionOpener['inTenant'];
}
export type MakeTable = (ctx: TransactionContext, request: ReportRequest) => Promise<ReportTable>;

/** Without the time before: a report compares nothing. */
export function spanOf({
  from,
  to,
  filter: { tz },
}: ReportTime & { filter: Pick<ReportFilter, 'tz'> }): AnalyticsSpan {
  const whole = daySpan({ from, to, tz, group_by: 'day' }, Date.parse(to));
  return { ...whole, before: whole.from, partsBefore: [] };
}

export const analyticsFilter = ({ campaign_ids, creative_ids, zone }: ReportFilter): AnalyticsFilter => ({
  ...(campaign_ids.length > 0 && { campaign_ids }),
  ...(creative_ids.length > 0 && { creative_ids }),
  ...(zone !== null && { zone }),
});

/** `with … src`: the plays of a report. */
export const reportSource = async (
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  request: ReportRequest,
  narrowed: Pick<AnalyticsFilter, 'has_campaign'> = {},
): Promise<SQL> =>
  playSource({
    ...{ tenant_id, span: spanOf(request), filter: { ...analyticsFilter(request.filter), ...narrowed } },
    until: await rolledAtLeast({ tx, tenant_id }),
  });

export const totalsOfSums = (
  { plays, duration_ms, quarantined, not_shown }: Sums,
  screens: number,
): ReportTotals => ({ plays, duration_ms, quarantined, not_shown, screens });
