/** Figures of one partner over a window, counted from its calls, notices and spots. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Health, HealthWindow } from '../../../shared/contract/programmatic/adapter.ts';
import { ERROR_CLASSES, type ErrorClass } from '../../../shared/contract/programmatic/bid.ts';
import { requireFound, rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS: Record<HealthWindow, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '24h': 24 * 60 * MINUTE_MS,
};
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

interface Calls {
  requests: number;
  skipped: number;
  bids: number;
  nobids: number;
  timeouts: number;
  errors: number;
  rejected_bids: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  connected: number;
  reused: number;
  bytes_out: number;
  bytes_in: number;
}
interface Spots {
  wins: number;
  over: number;
  plays: number;
  late: number;
  notices: number;
  notices_ok: number;
}

export async function healthOf(
  ctx: TransactionContext,
  partner_id: string,
  window: HealthWindow,
): Promise<Health> {
  const { tx, tenant_id, now } = ctx;
  const from = instant(now - WINDOW_MS[window]);
  const to = instant(now);
  const of = sql`tenant_id = ${tenant_id} and partner_id = ${partner_id}`;
  const within = sql`at > ${from}::timestamptz and at <= ${to}::timestamptz`;
  const isOut = sql`outcome <> 'skipped'`;
  const quantile = (part: number) =>
    sql`percentile_disc(${sql.raw(String(part))}) within group (order by latency_ms) filter (where ${isOut})`;
  const [calls] = rowsOf<Calls>(
    await tx.execute(sql`
      select count(*) filter (where ${isOut})::int as requests,
        count(*) filter (where outcome = 'skipped')::int as skipped,
        count(*) filter (where outcome = 'bid')::int as bids,
        count(*) filter (where outcome = 'nobid')::int as nobids,
        count(*) filter (where outcome = 'timeout')::int as timeouts,
        count(*) filter (where outcome = 'error')::int as errors,
        coalesce(sum(rejected), 0)::int as rejected_bids,
        ${quantile(0.5)} as p50_ms, ${quantile(0.95)} as p95_ms, ${quantile(0.99)} as p99_ms,
        count(reused)::int as connected, count(*) filter (where reused)::int as reused,
        coalesce(sum(bytes_out), 0)::float8 as bytes_out, coalesce(sum(bytes_in), 0)::float8 as bytes_in
      from auction_calls where ${of} and ${within}`),
  );
  const classes = rowsOf<{ error_class: ErrorClass; n: number }>(
    await tx.execute(sql`
      select error_class, count(*)::int as n from auction_calls
      where ${of} and ${within} and error_class is not null group by error_class`),
  );
  const [spots] = rowsOf<Spots>(
    await tx.execute(sql`
      select
        (select count(*) from bids where ${of} and ${within} and outcome = 'won')::int as wins,
        (select count(*) from bids where ${of} and play_deadline > ${from}::timestamptz
          and play_deadline <= ${to}::timestamptz and spot_state is not null)::int as over,
        (select count(*) from bids where ${of} and play_deadline > ${from}::timestamptz
          and play_deadline <= ${to}::timestamptz and billable_at is not null)::int as plays,
        (select count(*) from bids where ${of} and play_deadline > ${from}::timestamptz
          and play_deadline <= ${to}::timestamptz and reported_at > report_deadline)::int as late,
        (select count(*) from bid_notices where ${of} and ended_at > ${from}::timestamptz
          and ended_at <= ${to}::timestamptz and state in ('ok', 'failed'))::int as notices,
        (select count(*) from bid_notices where ${of} and ended_at > ${from}::timestamptz
          and ended_at <= ${to}::timestamptz and state = 'ok')::int as notices_ok`),
  );
  const { connected, reused, ...counted } = requireFound(calls, 'health');
  const { wins, over, plays, late, notices, notices_ok } = requireFound(spots, 'health');
  const countOf = (name: ErrorClass) => classes.find(({ error_class }) => error_class === name)?.n ?? 0;
  return {
    ...{ window, from, to, ...counted, wins },
    bid_rate: share(counted.bids, counted.requests),
    errors_by: Object.fromEntries(ERROR_CLASSES.map(name => [name, countOf(name)])) as Health['errors_by'],
    reuse_rate: share(reused, connected),
    ...{ notices, notice_rate: share(notices_ok, notices) },
    ...{ spots: over, plays, spend_rate: share(plays, over), late_rate: share(late, over) },
  };
}
