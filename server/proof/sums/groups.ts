/** Plays per hour or day of a time zone: the buckets are computed here, the database only counts. */
import { and, ne, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { MAX_GROUPS } from '../../../shared/contract/proof/play.ts';
import { plays } from '../../db/schema.ts';
import { requireKnownZone } from '../../identity/tenants/zones.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isNotQuarantined, playsOf, type PlayFilter } from '../filter.ts';
import { refusal, requireReckonable, startsOf } from '../groups.ts';
import { isOfTime, sumsOfParts } from './totals.ts';

const DAY_MS = 86_400_000;

export async function groupsOf(ctx: TransactionContext, filter: PlayFilter) {
  const { tx, now } = ctx;
  const { group_by, tz = 'UTC', from } = filter;
  if (group_by === undefined) return null;
  requireKnownZone(tz);
  if (from === undefined) throw refusal('from', 'Say from when.');
  requireReckonable({ from, to: filter.to });
  const starts = startsOf({ from, to: filter.to ?? instant(now), tz, group_by });
  if (starts.length > MAX_GROUPS) throw refusal('from', `At most ${MAX_GROUPS} parts at once.`);
  if (starts.length === 0) return [];
  if (isOfTime(filter)) {
    const [, ...later] = starts;
    const sums = await sumsOfParts(ctx, { to: filter.to ?? instant(now + DAY_MS), parts: [from, ...later] });
    return starts.map((at, i) => ({
      at,
      plays: sums[i]?.plays ?? 0,
      duration_ms: sums[i]?.duration_ms ?? 0,
    }));
  }
  const bounds = sql.join(
    starts.map(start => sql`${start}::timestamptz`),
    sql`, `,
  );
  const rows = await tx
    .select({
      n: sql<number>`width_bucket(${plays.started_at}, array[${bounds}])`.mapWith(Number),
      plays: sql<number>`count(*)`.mapWith(Number),
      duration_ms: sql<number>`sum(${plays.duration_ms})`.mapWith(Number),
    })
    .from(plays)
    .where(and(await playsOf(ctx, filter), ne(plays.result, 'not_shown'), isNotQuarantined))
    .groupBy(sql`1`);
  const counted = new Map(rows.map(row => [row.n, row]));
  return starts.map((at, i) => ({
    at,
    plays: counted.get(i + 1)?.plays ?? 0,
    duration_ms: counted.get(i + 1)?.duration_ms ?? 0,
  }));
}
