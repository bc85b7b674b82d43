/** What came late: plays that the period of an earlier run has gained since it was made. */
import { isOfAuctions } from '../../../shared/contract/reports/report.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { RunRow } from '../runs/listing.ts';
import { soldPlays } from './sold.ts';
import { analyticsFilter, spanOf } from './table.ts';
import { totalsOf } from './totals.ts';

export async function playsNow({ tx, tenant_id }: TransactionContext, run: RunRow): Promise<number> {
  if (isOfAuctions(run.preset)) return soldPlays({ tx, tenant_id }, run);
  const span = spanOf({ from: run.from.toISOString(), to: run.to.toISOString(), filter: run });
  const filter = { ...analyticsFilter(run), ...(run.preset === 'performance' && { has_campaign: true }) };
  return (await totalsOf({ tx, tenant_id }, { span, filter })).plays;
}
