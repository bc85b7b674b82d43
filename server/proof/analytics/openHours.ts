/** How long screens are on while flights are open, by what they have shown in the weeks before. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { openMs, type OpenFlight } from '../../../shared/sales/openTime.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { firstOfHours, shownHours } from './shown.ts';

const HOUR_MS = 3_600_000;
const HISTORY_WEEKS = 4;
const WEEK_H = 168;
/** The range of a forecast whose weeks were alike; those that were not make it wider. */
const LEAST_SPREAD = 0.1;

export interface OpenHours {
  /** Of each of the times, for each kind of screens: hours in which they will be on then. */
  hours: number[][];
  /** How far the weeks were from each other, 0 to 1. */
  spread: number;
}

/** `times`: of each, how often each hour of the week comes; the weeks before are read once for all of them. */
export async function openHours(
  ctx: TransactionContext,
  kinds: readonly { device_ids: readonly string[] }[],
  times: readonly (readonly number[])[],
): Promise<OpenHours> {
  const since = firstOfHours(ctx.now, HISTORY_WEEKS * WEEK_H);
  const calendar = Array.from({ length: HISTORY_WEEKS * WEEK_H }, (_, n) => since + n * HOUR_MS);
  const screens = kinds.flatMap(({ device_ids }, kind) => device_ids.map(id => ({ id, kind })));
  const device_ids = screens.map(({ id }) => id);
  const often = times.map((one, n) => ({ name: sql.identifier(`often_${n}`), one }));
  const columns = often.map(
    ({ one }) => sql`${sql.param(calendar.map(at => one[hourOfWeek(at)]))}::float8[]`,
  );
  const rows = rowsOf<{ kind: number; week: number; ms: number; open_ms: number[] }>(
    await ctx.tx.execute(sql`
      with ${await shownHours(ctx, { since, device_ids })}
      select kind, week, sum(ms) as ms,
        array[${sql.join(
          often.map(({ name }) => sql`sum(ms * ${name})`),
          sql`, `,
        )}]::float8[] as open_ms
      from unnest(${sql.param(device_ids)}::uuid[], ${sql.param(screens.map(({ kind }) => kind))}::int[]) as s(device_id, kind)
        join shown on shown.device_id = s.device_id
        join unnest(${sql.param(calendar.map(instant))}::timestamptz[],
          ${sql.param(calendar.map((_, n) => Math.floor(n / WEEK_H)))}::int[],
          ${sql.join(columns, sql`, `)}) as calendar(hour, week, ${sql.join(
            often.map(({ name }) => name),
            sql`, `,
          )})
          on calendar.hour = shown.hour
      group by 1, 2`),
  );
  const weeks = new Map<number, number>();
  for (const { week, ms } of rows) weeks.set(week, (weeks.get(week) ?? 0) + ms);
  const hours = times.map(() => kinds.map(() => 0));
  for (const { kind, open_ms } of rows)
    for (const [n, ms] of open_ms.entries()) hours[n]![kind]! += ms / HOUR_MS / Math.max(1, weeks.size);
  return { hours, spread: spreadOf([...weeks.values()]) };
}

function spreadOf(sums: readonly number[]): number {
  const mean = sums.reduce((sum, one) => sum + one, 0) / Math.max(1, sums.length);
  const variance = sums.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, sums.length);
  return mean === 0 ? 1 : Math.max(LEAST_SPREAD, Math.min(1, Math.sqrt(variance) / mean));
}

/** From Monday 00:00 UTC; 1 January 1970 was a Thursday. */
const hourOfWeek = (at: number) => (Math.floor(at / HOUR_MS) + 3 * 24) % WEEK_H;

interface Open {
  flights: readonly OpenFlight[];
  tz: string;
}
/** Each hour from now on in which a flight is open, with how much of it is; of each flight by itself. */
function* hoursOf({ flights, tz }: Open, now: number): Iterable<{ at: number; share: number }> {
  for (const flight of flights) {
    const [from, end] = [Math.max(now, Date.parse(flight.starts_at)), Date.parse(flight.ends_at)];
    for (let at = Math.floor(from / HOUR_MS) * HOUR_MS; at < end; at += HOUR_MS) {
      const share = openMs([flight], { from: Math.max(at, from), to: at + HOUR_MS, tz }) / HOUR_MS;
      if (share > 0) yield { at, share };
    }
  }
}
/** How often each hour of the week comes while a flight is open, from now on; of each flight by itself. */
export function openTimes(open: Open, now: number): number[] {
  const times = Array.from({ length: WEEK_H }, () => 0);
  for (const { at, share } of hoursOf(open, now)) times[hourOfWeek(at)]! += share;
  return times;
}
/** The same, where an hour in which several of them are open is one. */
export function openTimesOnce(open: Open, now: number): number[] {
  const hours = new Map<number, number>();
  for (const { at, share } of hoursOf(open, now)) hours.set(at, Math.min(1, (hours.get(at) ?? 0) + share));
  const times = Array.from({ length: WEEK_H }, () => 0);
  for (const [at, share] of hours) times[hourOfWeek(at)]! += share;
  return times;
}
/** On how many days of its zone a flight is open, from now on; one of several flights counts once. */
export function openDays({ flights, tz }: Open, now: number): number {
  const days = new Set<string>();
  for (const flight of flights) {
    const end = Date.parse(flight.ends_at);
    for (let at = Math.max(now, Date.parse(flight.starts_at)); at < end;) {
      const day = dayOf(at, tz);
      const next = Math.min(end, Date.parse(dayStart(day, tz, 1)));
      if (!days.has(day) && openMs([flight], { from: at, to: next, tz }) > 0) days.add(day);
      at = next;
    }
  }
  return days.size;
}
