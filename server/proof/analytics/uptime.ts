/**
 * How long screens were on, and how long they had no picture meanwhile. A screen was on for the whole of an hour in
 * which it played if it also played in the hour before and in the hour after; of the first and the last hour of a drive
 * only the plays themselves count.
 */
import { sql, type SQL } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { rolledUntil } from './source.ts';
import type { AnalyticsSpan } from './span.ts';

const HOUR_MS = 3_600_000;
/** What names of screens are worth: those that were dark for longest. */
const MOST_NAMED = 10;

interface ScreenTime {
  is_now: boolean;
  device_id: string;
  name: string;
  /** Hours within a drive, what was shown in them, and what was shown in all. */
  whole_hours: number;
  shown_within_ms: number;
  shown_ms: number;
}
interface ScreenUptime {
  id: string;
  name: string;
  on_ms: number;
  dark_ms: number;
}

/** A play that goes on after the hour it began in makes the next hour look dark by as much as it fills this one. */
const uptimeOf = ({ device_id, name, whole_hours, shown_within_ms, shown_ms }: ScreenTime): ScreenUptime => {
  const within_ms = Math.max(whole_hours * HOUR_MS, shown_within_ms);
  const dark_ms = within_ms - shown_within_ms;
  return { id: device_id, name, on_ms: shown_ms + dark_ms, dark_ms };
};
const total = (screens: readonly ScreenUptime[], key: 'on_ms' | 'dark_ms') =>
  screens.reduce((sum, screen) => sum + screen[key], 0);
const shareOf = (screens: readonly ScreenUptime[]) => {
  const on = total(screens, 'on_ms');
  return on === 0 ? null : 1 - total(screens, 'dark_ms') / on;
};

async function readScreens(
  { tx, tenant_id }: TransactionContext,
  { span, device_id }: { span: AnalyticsSpan; device_id: string | undefined },
): Promise<ScreenTime[]> {
  const isOne = device_id === undefined ? sql`true` : sql`device_id = ${device_id}`;
  const cut = sql`${sql.param(span.cutEnds)}::timestamptz[]`;
  const isShown = sql`tenant_id = ${tenant_id} and ${isOne} and record ->> 'zone' in ('full', 'main')
    and result <> 'not_shown' and started_at >= ${span.before}::timestamptz and started_at < ${span.to}::timestamptz`;
  const isInSpan = (hour: SQL) =>
    sql`(${hour} >= ${span.before}::timestamptz and ${hour} < ${span.to}::timestamptz and ${hour} <> all(${cut}))`;
  const isRolledUp = sql`s.tenant_id = ${tenant_id} and s.main_ms is not null and ${isInSpan(sql`s.hour`)}`;
  /** Of what is not rolled up yet, and of the hours beside it, the hours before and after are looked up. */
  const besides = (sign: SQL) =>
    sql`(p.device_id, p.hour ${sign} interval '1 hour') in (select device_id, hour from played)`;
  return rowsOf<ScreenTime>(
    await tx.execute(sql`
      with ${rolledUntil(tenant_id)}, loose as (
        select device_id, date_trunc('hour', started_at, 'UTC') as hour, sum(duration_ms) as ms from (
          select * from plays where received_at > (select until from rolled) and ${isShown}
          union all
          select plays.* from unnest(${cut}) as c(hour)
          join plays on started_at >= c.hour and started_at < c.hour + interval '1 hour'
          where received_at <= (select until from rolled) and ${isShown}
        ) as one_by_one group by 1, 2
      ), near as (
        select distinct device_id, hour + k * interval '1 hour' as hour from loose, generate_series(-1, 1) as k
      ), played as (
        select n.device_id, n.hour, coalesce(r.ms, 0) + coalesce(l.ms, 0) as ms
        from (select device_id, hour + k * interval '1 hour' as hour from near, generate_series(-1, 1) as k group by 1, 2) as n
        left join lateral (select main_ms as ms from screen_hours s
          where s.device_id = n.device_id and s.hour = n.hour and ${isRolledUp}) as r on true
        left join loose l on l.device_id = n.device_id and l.hour = n.hour
        where r.ms is not null or l.ms is not null
      ), drives as (
        select device_id, hour, main_ms as ms, is_whole and ${isInSpan(sql`hour - interval '1 hour'`)}
          and ${isInSpan(sql`hour + interval '1 hour'`)} as is_whole
        from screen_hours s
        where ${isRolledUp} and ${isOne} and (device_id, hour) not in (select device_id, hour from near)
        union all
        select p.device_id, p.hour, p.ms, ${besides(sql`-`)} and ${besides(sql`+`)}
        from played p where (p.device_id, p.hour) in (select device_id, hour from near)
      ), times as (
        select ${span.before === span.from ? sql`true` : sql`hour >= ${span.from}::timestamptz`} as is_now, device_id, count(*) filter (where is_whole)::float8 as whole_hours,
          coalesce(sum(ms) filter (where is_whole), 0)::float8 as shown_within_ms, sum(ms)::float8 as shown_ms
        from drives group by 1, 2
      )
      select t.*, d.name from times t join devices d on d.id = t.device_id and d.tenant_id = ${tenant_id}`),
  );
}

/** By screen, ms: how long it was on in the time. */
export async function onTimeOfScreens(
  ctx: TransactionContext,
  span: AnalyticsSpan,
): Promise<Map<string, number>> {
  const rows = await readScreens(ctx, { span, device_id: undefined });
  return new Map(rows.filter(row => row.is_now).map(row => [row.device_id, Math.round(uptimeOf(row).on_ms)]));
}

export async function uptimeOfScreens(
  ctx: TransactionContext,
  of: { span: AnalyticsSpan; device_id: string | undefined },
) {
  const rows = await readScreens(ctx, of);
  const screens = rows.filter(row => row.is_now).map(uptimeOf);
  return {
    on_ms: total(screens, 'on_ms'),
    dark_ms: total(screens, 'dark_ms'),
    share: shareOf(screens),
    before_share: shareOf(rows.filter(row => !row.is_now).map(uptimeOf)),
    screens: screens
      .filter(({ dark_ms }) => dark_ms > 0)
      .sort((a, b) => b.dark_ms - a.dark_ms || (a.id < b.id ? -1 : 1))
      .slice(0, MOST_NAMED),
  };
}
