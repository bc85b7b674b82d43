/** What the plays of a time add up to, from the sums that analytics answers from. */
import { sql } from 'drizzle-orm';
import type { ReportTotals } from '../../../shared/contract/reports/report.ts';
import { rowsOf } from '../../db/rows.ts';
import {
  gatheredBy,
  NO_SUMS,
  playSource,
  rolledAtLeast,
  screensOf,
  sums,
  type Source,
  type Sums,
} from '../../proof/analytics/source.ts';
import { isOfAll } from '../../proof/sums/summed.ts';
import { sumsOfTime } from '../../proof/sums/totals.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { totalsOfSums } from './table.ts';

export async function totalsOf(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  of: Pick<Source, 'span' | 'filter'>,
): Promise<ReportTotals> {
  if (isOfAll(of.filter)) return sumsOfTime({ tx, tenant_id }, of.span);
  const until = await rolledAtLeast({ tx, tenant_id });
  const [row] = rowsOf<Sums & { screens: number }>(
    await tx.execute(sql`
      ${playSource({ tenant_id, ...of, until })}
      ${gatheredBy({ campaign_id: sql`nullif(campaign_id is not null, false)` })}
      select ${sums}, ${screensOf} as screens from gathered`),
  );
  return totalsOfSums(row ?? NO_SUMS, row?.screens ?? 0);
}
