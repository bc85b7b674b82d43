/** Plays of each day of the zone, days without any among them. */
import { sql } from 'drizzle-orm';
import { dayOf } from '../../../shared/i18n/format.ts';
import { rowsOf } from '../../db/rows.ts';
import { gatheredBy, NO_SUMS, screensOf, sums, type Sums } from '../../proof/analytics/source.ts';
import { reportSource, spanOf, totalsOfSums, type MakeTable } from './table.ts';

interface Row extends Sums {
  /** null: the row of all days. */
  part: number | null;
  screens: number;
}
const COLUMNS = [
  { key: 'day', kind: 'day' },
  ...(['plays', 'completed', 'delivered', 'quarantined', 'not_shown'] as const).map(key => ({
    key,
    kind: 'count' as const,
  })),
  { key: 'duration_ms', kind: 'length' },
  { key: 'screens', kind: 'count' },
] as const;

export const daysTable: MakeTable = async ({ tx, tenant_id }, request) => {
  const [span, source] = [spanOf(request), await reportSource({ tx, tenant_id }, request)];
  const rows = rowsOf<Row>(
    await tx.execute(sql`
      ${source}
      ${gatheredBy({ part: sql`part`, campaign_id: sql`nullif(campaign_id is not null, false)` })}
      select part, ${sums}, ${screensOf} as screens
      from gathered group by grouping sets ((part), ())`),
  );
  const byPart = new Map(rows.map(row => [row.part, row]));
  const total = byPart.get(null);
  return {
    columns: COLUMNS,
    row_count: span.parts.length,
    rows: span.parts.map((at, i) => {
      const of = byPart.get(i + 1) ?? { ...NO_SUMS, screens: 0 };
      return [
        dayOf(at, span.tz),
        ...[of.plays, of.completed, of.delivered, of.quarantined, of.not_shown, of.duration_ms, of.screens],
      ];
    }),
    totals: () => totalsOfSums(total ?? NO_SUMS, total?.screens ?? 0),
  };
};
