/** Every play of the period, one a row, in the order of the list of proofs. */
import { and, count, eq, inArray, lte, ne, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { plays } from '../../db/schema.ts';
import { isNotQuarantined, playScope, resultFilter } from '../../proof/filter.ts';
import { everyPlay, type PlayWithZone } from '../../proof/list.ts';
import type { ReportCell, ReportColumn, ReportTotals } from '../../../shared/contract/reports/report.ts';
import type { MakeTable, ReportRow } from './table.ts';

const COLUMNS: (ReportColumn & { of: (play: PlayWithZone) => ReportCell })[] = [
  { key: 'started_at', kind: 'instant', of: p => p.started_at },
  { key: 'device', kind: 'text', of: p => p.device_name },
  { key: 'creative', kind: 'text', of: p => p.creative_name },
  { key: 'zone', kind: 'word', of: p => p.zone },
  { key: 'result', kind: 'word', of: p => p.result },
  { key: 'state', kind: 'word', of: p => p.state },
  { key: 'duration_ms', kind: 'length', of: p => p.duration_ms },
  { key: 'completion_pct', kind: 'count', of: p => Math.round(p.completion * 100) },
  { key: 'clock_grade', kind: 'text', of: p => p.clock_quality },
  { key: 'received_at', kind: 'instant', of: p => p.received_at },
  { key: 'play_id', kind: 'text', of: p => p.id },
  { key: 'record_hash', kind: 'text', of: p => p.record_hash },
];

export const playsTable: MakeTable = async ({ tx, tenant_id }, { from, to, filter, as_of, inTenant }) => {
  const scope = and(
    await playScope({ tx, tenant_id }, { from, to, ...(filter.zone !== null && { zone: filter.zone }) }),
    filter.campaign_ids.length > 0 ? inArray(plays.campaign_id, filter.campaign_ids) : undefined,
    filter.creative_ids.length > 0 ? inArray(plays.creative_id, filter.creative_ids) : undefined,
  );
  const whole = (expression: SQL) => sql<number>`coalesce(${expression}, 0)::float8`.mapWith(Number);
  const [found] = await tx
    .select({
      plays: whole(sql`count(*) filter (where ${isNotQuarantined})`),
      duration_ms: whole(sql`sum(${plays.duration_ms}) filter (where ${isNotQuarantined})`),
      quarantined: whole(sql`count(*) filter (where not ${isNotQuarantined})`),
      screens: whole(sql`count(distinct ${plays.device_id}) filter (where ${isNotQuarantined})`),
    })
    .from(plays)
    .where(and(scope, ne(plays.result, 'not_shown'), lte(plays.received_at, dateOf(as_of))));
  const [hidden] = await tx
    .select({ n: count() })
    .from(plays)
    .where(and(scope, eq(plays.result, 'not_shown'), lte(plays.received_at, dateOf(as_of))));
  const counted = { plays: 0, duration_ms: 0, quarantined: 0, screens: 0, ...found };
  const row_count = counted.plays + counted.quarantined;
  const written = { plays: 0, duration_ms: 0, quarantined: 0 };
  const screens = new Set<string>();
  async function* rows(): AsyncGenerator<ReportRow> {
    for await (const play of everyPlay(inTenant, and(scope, resultFilter(undefined)), as_of)) {
      if (play.state === 'quarantined') written.quarantined++;
      else {
        written.plays++;
        written.duration_ms += play.duration_ms;
        screens.add(play.device_id);
      }
      yield COLUMNS.map(({ of }) => of(play));
    }
  }
  return {
    columns: COLUMNS.map(({ key, kind }) => ({ key, kind })),
    row_count,
    rows: rows(),
    /** A batch that was being taken when they were counted may be among the rows. */
    totals: (): ReportTotals => ({
      ...{ ...counted, not_shown: hidden?.n ?? 0 },
      ...(written.plays + written.quarantined > row_count && { ...written, screens: screens.size }),
    }),
  };
};
