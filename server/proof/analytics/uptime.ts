/**
 * How long screens were on, and how long they had no picture meanwhile. A screen was on for the whole of an hour in
 * which it played if it also played in the hour before and in the hour after; of the first and the last hour of a drive
 * only the plays themselves count.
 */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playSource } from './source.ts';
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
  return rowsOf<ScreenTime>(
    await tx.execute(sql`
      ${playSource({ tenant_id, span, filter: { device_id } })}, hours as (
        select device_id, date_trunc('hour', at, 'UTC') as hour, bool_and(is_now) as is_now, sum(duration_ms) as ms
        from src where zone in ('full', 'main') and result <> 'not_shown' group by 1, 2
      ), drives as (
        select *, lag(hour) over drive = hour - interval '1 hour' and lead(hour) over drive = hour + interval '1 hour' as is_whole
        from hours window drive as (partition by device_id order by hour)
      )
      select t.is_now, t.device_id, d.name, count(*) filter (where is_whole)::float8 as whole_hours,
        coalesce(sum(ms) filter (where is_whole), 0)::float8 as shown_within_ms, sum(ms)::float8 as shown_ms
      from drives t join devices d on d.id = t.device_id and d.tenant_id = ${tenant_id}
      group by 1, 2, 3`),
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
