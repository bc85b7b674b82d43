/** What the plays of a time add up to, from the sums that analytics answers from. */
import { sql } from 'drizzle-orm';
import type { ReportTotals } from '../../../shared/contract/reports/report.ts';
import { rowsOf } from '../../db/rows.ts';
import {
  gatheredBy,
  NO_SUMS,
  playSource,
  screensOf,
  sums,
  type Source,
  type Sums,
} from '../../proof/analytics/source.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { totalsOfSums } from './table.ts';

export async function totalsOf(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  of: Omit<Source, 'tenant_id'>,
): Promise<ReportTotals> {
  const [row] = rowsOf<Sums & { screens: number }>(
    await tx.execute(sql`
      ${playSource({ tenant_id, ...of })}
      ${gatheredBy({ campaign_id: sql`nullif(campaign_id is not null, false)` })}
      select ${sums}, ${screensOf} as screens from gathered`),
  );
  return totalsOfSums(row ?? NO_SUMS, row?.screens ?? 0);
}
