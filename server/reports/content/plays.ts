/** Every play of the period, one a row, in the order of the list of proofs. */
import { and, inArray } from 'drizzle-orm';
import { plays } from '../../db/schema.ts';
import { playScope, resultFilter } from '../../proof/filter.ts';
import { everyPlay, type PlayWithZone } from '../../proof/list.ts';
import type { ReportCell, ReportColumn, ReportTotals } from '../../../shared/contract/reports/report.ts';
import { analyticsFilter, spanOf, type MakeTable, type ReportRow } from './table.ts';
import { totalsOf } from './totals.ts';

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

export const playsTable: MakeTable = async ({ tx, tenant_id }, request) => {
  const { from, to, filter, as_of, inTenant } = request;
  const scope = and(
    await playScope({ tx, tenant_id }, { from, to, ...(filter.zone !== null && { zone: filter.zone }) }),
    filter.campaign_ids.length > 0 ? inArray(plays.campaign_id, filter.campaign_ids) : undefined,
    filter.creative_ids.length > 0 ? inArray(plays.creative_id, filter.creative_ids) : undefined,
    resultFilter(undefined),
  );
  const expected = await totalsOf(
    { tx, tenant_id },
    { span: spanOf(request), filter: analyticsFilter(filter) },
  );
  const written = { plays: 0, duration_ms: 0, quarantined: 0 };
  const screens = new Set<string>();
  let isWritten = false;
  async function* rows(): AsyncGenerator<ReportRow> {
    for await (const play of everyPlay(inTenant, scope, as_of)) {
      if (play.state === 'quarantined') written.quarantined++;
      else {
        written.plays++;
        written.duration_ms += play.duration_ms;
        screens.add(play.device_id);
      }
      yield COLUMNS.map(({ of }) => of(play));
    }
    isWritten = true;
  }
  return {
    columns: COLUMNS.map(({ key, kind }) => ({ key, kind })),
    row_count: expected.plays + expected.quarantined,
    rows: rows(),
    /** A batch taken in meanwhile may be in the sums and not in the table: a table written to its end counts its own rows. */
    totals: (): ReportTotals => (isWritten ? { ...expected, ...written, screens: screens.size } : expected),
  };
};
