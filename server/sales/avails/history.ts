/** How long screens were on in each hour of the week, by what they have shown in the weeks before. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { refusalOf } from '../../../shared/playout/rights.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { ScreenKind, ForecastRequest } from './demand.ts';

const HOUR_MS = 3_600_000;
const HISTORY_WEEKS = 4;
const WEEK_H = 168;
/** The range of a forecast whose weeks were alike; those that were not make it wider. */
const LEAST_SPREAD = 0.1;

export interface History {
  /** For each kind of screens: hours shown in each hour of the week (Monday 00:00 UTC first), a week. */
  hours: number[][];
  /** How far the weeks were from each other, 0 to 1. */
  spread: number;
}

/** Two zones show at once: no screen is on for longer than the hour. */
export async function historyOf(ctx: TransactionContext, kinds: readonly ScreenKind[]): Promise<History> {
  const { tx, tenant_id, now } = ctx;
  const since = instant(now - HISTORY_WEEKS * WEEK_H * HOUR_MS);
  const screens = kinds.flatMap(({ device_ids }, kind) => device_ids.map(device_id => ({ device_id, kind })));
  const rows = rowsOf<{ kind: number; hour: number; week: number; ms: number }>(
    await tx.execute(sql`
      select kind, ((extract(isodow from hour) - 1) * 24 + extract(hour from hour))::int as hour,
        floor(extract(epoch from ${instant(now)}::timestamptz at time zone 'UTC' - hour) / 604800)::int as week,
        sum(least(ms, ${HOUR_MS}))::float8 as ms
      from (
        select s.kind, p.device_id, date_trunc('hour', p.started_at at time zone 'UTC') as hour,
          sum(p.duration_ms)::float8 as ms
        from jsonb_to_recordset(${JSON.stringify(screens)}::jsonb) as s(device_id uuid, kind int)
          join plays p on p.tenant_id = ${tenant_id} and p.device_id = s.device_id
        where p.started_at >= ${since}::timestamptz and p.state in ('accepted', 'late', 'billed')
        group by 1, 2, 3) as shown
      group by 1, 2, 3`),
  );
  const weeks = new Map<number, number>();
  for (const { week, ms } of rows) weeks.set(week, (weeks.get(week) ?? 0) + ms);
  const hours = kinds.map(() => Array.from({ length: WEEK_H }, () => 0));
  for (const { kind, hour, ms } of rows) hours[kind]![hour]! += ms / HOUR_MS / Math.max(1, weeks.size);
  return { hours, spread: spreadOf([...weeks.values()]) };
}

function spreadOf(sums: readonly number[]): number {
  const mean = sums.reduce((sum, one) => sum + one, 0) / Math.max(1, sums.length);
  const variance = sums.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, sums.length);
  return mean === 0 ? 1 : Math.max(LEAST_SPREAD, Math.min(1, Math.sqrt(variance) / mean));
}

/** From Monday 00:00 UTC; 1 January 1970 was a Thursday. */
const hourOfWeek = (at: number) => (Math.floor(at / HOUR_MS) + 3 * 24) % WEEK_H;

/** How often each hour of the week comes while a flight is open, from now on. */
export function openTimes({ flights, tz }: ForecastRequest, now: number): number[] {
  const times = Array.from({ length: WEEK_H }, () => 0);
  for (const { starts_at, ends_at, dayparts } of flights) {
    const from = Math.max(now, Date.parse(starts_at));
    const span = (Date.parse(ends_at) - from) / HOUR_MS;
    for (let n = 0; n < Math.min(WEEK_H, span); n++) {
      const at = from + n * HOUR_MS;
      const moment = { at, tz, weather: null, place: null };
      if (refusalOf({ dayparts }, moment, 0) !== null) continue;
      /** The last time perhaps in part. */
      times[hourOfWeek(at)]! += Math.floor((span - n) / WEEK_H) + Math.min(1, (span - n) % WEEK_H);
    }
  }
  return times;
}
/** Hours in which screens are on at these times. */
export const openHours = (times: readonly number[], hours: readonly number[]): number =>
  times.reduce((sum, often, hour) => sum + often * (hours[hour] ?? 0), 0);
