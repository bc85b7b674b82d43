/** Plays of campaigns that count: sums of whole days, and one by one what of a time is no whole day or is not rolled up yet. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { isDelivered } from '../delivered.ts';
import { rolledUntil } from '../analytics/source.ts';
import { DAY_MS } from '../analytics/span.ts';

interface Delivered {
  tenant_id: string;
  /** Begun within; without it since ever. */
  within?: { from: string; to: string };
  /** Of these campaigns, as an array of uuid; without it of all. */
  ids?: SQL;
  /** `rolledAtLeast` */
  until: string | undefined;
}
/** Whole UTC days of a time, and what of it lies before and after them. */
function daysOf({ from, to }: { from: string; to: string }) {
  const first = instant(Math.ceil(Date.parse(from) / DAY_MS) * DAY_MS);
  const last = instant(Math.floor(Date.parse(to) / DAY_MS) * DAY_MS);
  if (first >= last) return { first: to, last: to, edges: [[from, to]] as const };
  return {
    ...{ first, last },
    edges: (
      [
        [from, first],
        [last, to],
      ] as const
    ).filter(([begin, end]) => begin < end),
  };
}
/** `select id, n`: plays that count by campaign. One statement, so that nothing is rolled up between its parts. */
export function deliveredPlays({ tenant_id, within, ids, until = '-infinity' }: Delivered): SQL {
  const days = within && daysOf(within);
  const between = (at: SQL, from: string, to: string) =>
    sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
  const playsIn = (range: { from: string; to: string } | undefined) => sql`
      select p.campaign_id, 1 from plays p
      where p.tenant_id = ${tenant_id} and p.campaign_id is not null
        and ${ids ? sql`p.campaign_id = any(${ids})` : sql`true`}
        and ${range ? between(sql`p.started_at`, range.from, range.to) : sql`true`} and ${isDelivered}`;
  /** Each is a range of an index of its own. */
  const edges = (days?.edges ?? []).map(
    ([from, to]) => sql`union all ${playsIn({ from, to })} and p.received_at <= (select until from rolled)`,
  );
  return sql`
    with ${rolledUntil(tenant_id)}, counted (id, n) as (
      select key::uuid, delivered from play_sums
      where tenant_id = ${tenant_id} and dimension = 'campaign'
        and ${ids ? sql`key = any((${ids})::text[])` : sql`key <> ''`}
        and ${days ? between(sql`at`, days.first, days.last) : sql`true`}
      union all ${playsIn(within)}
        and p.received_at > ${until}::timestamptz and p.received_at > (select until from rolled)
      ${sql.join(edges, sql` `)}
    )
    select id, sum(n)::float8 as n from counted group by id having sum(n) <> 0`;
}
