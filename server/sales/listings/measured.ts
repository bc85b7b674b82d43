/** What the screens of a listing have counts, by hour of the week: hours are laid out here, the database only counts. */
import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { MEASURED_DAYS, type listingMeasured } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { dayOf, hourIn } from '../../../shared/i18n/format.ts';
import { devices, plays } from '../../db/schema.ts';
import { requireKnownZone } from '../../identity/tenants/zones.ts';
import { startsOf } from '../../proof/groups.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { inventoryListing } from './listings.ts';
import { screensOf } from './places.ts';

const DAY_MS = 86_400_000;
const WEEK = 7;
type Measured = Answer<typeof listingMeasured>;

export async function measuredOf(ctx: TransactionContext, id: string, tz = 'UTC'): Promise<Measured> {
  requireKnownZone(tz);
  const place = await inventoryListing.read(ctx, id);
  const [from, to] = [ctx.now - MEASURED_DAYS * DAY_MS, ctx.now];
  const span = { from: instant(from), to: instant(to) };
  const starts = startsOf({ ...span, tz, group_by: 'hour' });
  const [there] = await ctx.tx
    .select({ screens: sql<number>`count(*)::int` })
    .from(devices)
    .where(screensOf(ctx, place));
  const counted = await countPlays(ctx, { starts, from, to, place });
  return { ...span, screens: there?.screens ?? 0, hours: byHourOfWeek(counted, starts, tz) };
}

interface Counted {
  /** Which of the hours, from 1. */
  n: number;
  screen_hours: number;
  plays: number;
}
interface Span {
  starts: readonly string[];
  from: number;
  to: number;
  place: Parameters<typeof screensOf>[1];
}
async function countPlays(ctx: TransactionContext, { starts, from, to, place }: Span): Promise<Counted[]> {
  const bounds = sql.join(
    starts.map(start => sql`${start}::timestamptz`),
    sql`, `,
  );
  const screens = ctx.tx.select({ id: devices.id }).from(devices).where(screensOf(ctx, place));
  const counts = ctx.tx.$with('counts').as(
    ctx.tx
      .select({
        device_id: plays.device_id,
        n: sql<number>`width_bucket(${plays.started_at}, array[${bounds}])`.as('n'),
        plays: sql<number>`count(*)`.as('plays'),
      })
      .from(plays)
      .where(
        and(
          eq(plays.tenant_id, ctx.tenant_id),
          gte(plays.started_at, dateOf(from)),
          lt(plays.started_at, dateOf(to)),
          ne(plays.result, 'not_shown'),
          inArray(plays.device_id, screens),
        ),
      )
      .groupBy(plays.device_id, sql`2`),
  );
  return ctx.tx
    .with(counts)
    .select({
      n: counts.n,
      screen_hours: sql<number>`count(*)`.mapWith(Number),
      plays: sql<number>`sum(${counts.plays})`.mapWith(Number),
    })
    .from(counts)
    .groupBy(counts.n);
}

/** 1 Monday to 7 Sunday. */
const weekdayOf = (day: string) =>
  ((dateOf(Date.parse(`${day}T00:00:00.000Z`)).getUTCDay() + WEEK - 1) % WEEK) + 1;

function byHourOfWeek(counted: readonly Counted[], starts: readonly string[], tz: string): Measured['hours'] {
  const hourOf = hourIn(tz);
  const hours = new Map<string, Measured['hours'][number]>();
  for (const { n, screen_hours, plays: shown } of counted) {
    const start = starts[n - 1];
    if (start === undefined) continue;
    const [day, hour] = [weekdayOf(dayOf(start, tz)), hourOf(start)];
    const key = `${day} ${hour}`;
    const sum = hours.get(key) ?? { day, hour, screen_hours: 0, plays: 0 };
    sum.screen_hours += screen_hours;
    sum.plays += shown;
    hours.set(key, sum);
  }
  return [...hours.values()].sort((a, b) => a.day - b.day || a.hour - b.hour);
}
