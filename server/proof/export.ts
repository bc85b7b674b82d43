/** Streams all plays of a filter as CSV or JSON lines, with times in UTC, in one zone and in the screen's zone. */
import type { Query } from '../../shared/contract/wire/endpoint.ts';
import type { exportPlays } from '../../shared/contract/proof/play.ts';
import type { TransactionOpener } from '../http/route.ts';
import { csvHead, csvLine } from '../../shared/web/csv.ts';
import { requireTimeZone } from '../resource/export.ts';
import { localTimes } from '../resource/localTimes.ts';
import { playsOf, resultFilter } from './filter.ts';
import { everyPlay, type PlayWithZone } from './list.ts';

type ExportQuery = Query<typeof exportPlays>;

const COLUMNS: [name: string, of: (play: PlayWithZone) => string | number | null][] = [
  ['play_id', p => p.id],
  ['device_id', p => p.device_id],
  ['device_name', p => p.device_name],
  ['creative_id', p => p.creative_id],
  ['creative_name', p => p.creative_name],
  ['playlist_id', p => p.playlist_id],
  ['campaign_id', p => p.campaign_id],
  ['campaign_name', p => p.campaign_name],
  ['zone', p => p.zone],
  ['result', p => p.result],
  ['state', p => p.state],
  ['reasons', p => p.reasons.join(' ')],
  ['invoice', p => p.invoice],
  ['credit_note', p => p.credit_note],
  ['duration_ms', p => p.duration_ms],
  ['expected_ms', p => p.expected_ms],
  ['completion', p => p.completion],
  ['visible_share', p => p.visible_share],
  ['counts', p => (p.counts ? 'yes' : 'no')],
  ['min_completion_pct', p => p.min_completion_pct],
  ['min_visible_pct', p => p.min_visible_pct],
  ['clock_quality', p => p.clock_quality],
  ['uncertainty_ms', p => p.uncertainty_ms],
  ['gps_apart_ms', p => p.gps_apart_ms],
  ['place_grade', p => p.place_grade],
  ['picture', p => p.picture],
  ['epoch', p => p.epoch],
  ['seq', p => p.seq],
  ['record_hash', p => p.record_hash],
  ['received_at (UTC)', p => p.received_at],
];

interface ExportSource {
  inTenant: TransactionOpener['inTenant'];
  /** ms; plays received later are left out. */
  now: number;
}
export async function* playLines(
  { inTenant, now }: ExportSource,
  query: ExportQuery,
): AsyncGenerator<string> {
  const tz = query.tz ?? 'UTC';
  const local = localTimes();
  const where = await inTenant(ctx => playsOf(ctx, query, { walked: true }));
  const times: typeof COLUMNS = [
    ['started_at (UTC)', p => p.started_at],
    ...(tz === 'UTC' ? [] : ([[`started_at (${tz})`, p => local(p.started_at, tz)]] as typeof COLUMNS)),
    ['started_at (device)', p => local(p.started_at, p.device_tz)],
    ['device_tz', p => p.device_tz],
  ];
  const columns = [...times, ...COLUMNS];
  if (query.format === 'csv') yield csvHead(columns.map(([name]) => name));
  for await (const play of everyPlay(inTenant, where, now)) {
    if (query.format === 'csv') yield csvLine(columns.map(([, of]) => of(play)));
    else yield `${JSON.stringify({ ...play, started_at_device: local(play.started_at, play.device_tz) })}\n`;
  }
}

/** Checked before the first byte is sent, because a stream cannot change its status afterwards. */
export function requireExport(query: ExportQuery): void {
  requireTimeZone(query);
  resultFilter(query.result);
}
