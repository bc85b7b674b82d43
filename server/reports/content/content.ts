/** A report as a whole: its table, when its figures were true, and what may still come of its time. */
import type { Preset, ReportSpec } from '../../../shared/contract/reports/report.ts';
import { basisOf } from '../../proof/analytics/basis.ts';
import type { TransactionOpener } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { daysTable } from './days.ts';
import { labelsIn, type ReportLabels } from './labels.ts';
import { performanceTable } from './performance.ts';
import type { ReportTime } from './period.ts';
import { playsTable } from './plays.ts';
import { soldTable } from './sold.ts';
import { statementTable } from './statement.ts';
import { spanOf, type MakeTable, type ReportTable } from './table.ts';

const PRESET_TABLES: Record<Preset, (labels: ReportLabels) => MakeTable> = {
  statement: statementTable,
  days: () => daysTable,
  performance: performanceTable,
  plays: () => playsTable,
  sold_partners: labels => soldTable('partner', labels),
  sold_deals: labels => soldTable('deal', labels),
  sold_days: labels => soldTable('day', labels),
};

export type MadeOf = Pick<
  ReportSpec,
  'preset' | 'language' | 'tz' | 'campaign_ids' | 'creative_ids' | 'zone'
>;
export interface ReportContent {
  table: ReportTable;
  basis: { as_of: string; from: string; to: string; expected: { screens: number; since: string | null } };
  labels: ReportLabels;
}
export async function contentOf(
  ctx: TransactionContext,
  spec: MadeOf,
  { from, to, inTenant }: ReportTime & TransactionOpener,
): Promise<ReportContent> {
  const labels = labelsIn(spec.language);
  const request = { from, to, filter: spec, as_of: ctx.now, inTenant };
  const { as_of, expected } = await basisOf(ctx, spanOf(request));
  const table = await PRESET_TABLES[spec.preset](labels)(ctx, request);
  return { table, basis: { as_of, from, to, expected }, labels };
}
