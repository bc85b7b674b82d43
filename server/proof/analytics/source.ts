/** Where figures are read: hours that are rolled up, plays received since, and plays of hours that a bound cuts in two. */
import { eq, sql, type SQL } from 'drizzle-orm';
import { tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { PlayFilter } from '../filter.ts';
import { matchesNames, playIdOf, resultFilter } from '../filter.ts';
import { isDelivered } from '../delivered.ts';
import { playDimensions } from './rollUp.ts';
import type { AnalyticsSpan } from './span.ts';

export interface AnalyticsFilter extends Pick<
  PlayFilter,
  'device_id' | 'creative_id' | 'campaign_id' | 'result' | 'zone' | 'q'
> {
  /** Any of these. */
  campaign_ids?: readonly string[];
  creative_ids?: readonly string[];
  /** Plays in the name of a campaign. */
  has_campaign?: boolean;
}
/** Of a query what narrows its plays. */
export const filtersOf = ({
  device_id,
  creative_id,
  campaign_id,
  result,
  zone,
  q,
  campaign_ids,
  creative_ids,
}: AnalyticsFilter): AnalyticsFilter => ({
  ...{ device_id, creative_id, campaign_id, result, zone, q },
  ...{ campaign_ids, creative_ids },
});
export interface Source {
  tenant_id: string;
  span: AnalyticsSpan;
  filter: AnalyticsFilter;
  /** `rolledAtLeast` */
  until: string | undefined;
}

const onePlay = sql`1 as plays, p.duration_ms::bigint as duration_ms, (p.state = 'quarantined')::int as quarantined,
  (${isDelivered})::int as delivered`;

interface Pieces extends Pick<Source, 'tenant_id' | 'span' | 'until'> {
  /** Which of the hours that are rolled up. */
  which?: SQL;
}
/** Hours that are rolled up, the plays of those that a bound cuts in two, and plays that came since. */
export function piecesOf({ tenant_id, span, which = sql`true`, until = '-infinity' }: Pieces): SQL {
  const { before, to } = span;
  const cut = sql`${sql.param(span.cutHours)}::timestamptz[]`;
  const isWithin = sql`p.started_at >= ${before}::timestamptz and p.started_at < ${to}::timestamptz`;
  return sql`
      select h.hour as at, h.device_id, h.creative_id, h.campaign_id, h.zone, h.result, h.cell,
        h.plays, h.duration_ms, h.quarantined, h.delivered, 'hours' as source
      from play_hours h
      where h.tenant_id = ${tenant_id} and h.hour >= ${before}::timestamptz and h.hour < ${to}::timestamptz
        and h.hour <> all(${cut}) and ${which}
      union all
      select p.started_at, ${playDimensions}, ${onePlay}, 'fresh' from plays p
      where p.tenant_id = ${tenant_id} and p.received_at > ${until}::timestamptz
        and p.received_at > (select until from rolled) and ${isWithin}
      union all
      select p.started_at, ${playDimensions}, ${onePlay}, 'cut'
      from unnest(${cut}) as c(hour)
      join plays p on p.tenant_id = ${tenant_id} and p.started_at >= c.hour and p.started_at < c.hour + interval '1 hour'
      where p.received_at <= (select until from rolled) and ${isWithin}`;
}
/**
 * Until when plays were rolled up, at least. Said to the database as a constant it lets it look up what came since, and
 * not through all plays of a long time; which plays those are is decided by what stands there in the same moment.
 */
export async function rolledAtLeast({
  tx,
  tenant_id,
}: Pick<TransactionContext, 'tx' | 'tenant_id'>): Promise<string | undefined> {
  const [tenant] = await tx
    .select({ until: tenants.plays_rolled_until })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return tenant?.until?.toISOString();
}
export const rolledUntil = (tenant_id: string): SQL => sql`rolled as (
      select coalesce(plays_rolled_until, '-infinity'::timestamptz) as until from tenants where id = ${tenant_id}
    )`;
/** Of a row with `at`: the number of its part, and whether it belongs to the time itself. */
export function placeInSpan({ partsBefore, parts, from }: AnalyticsSpan): SQL {
  const bounds = sql`${sql.param([...partsBefore, ...parts])}::timestamptz[]`;
  return sql`width_bucket(at, ${bounds}) as part, at >= ${from}::timestamptz as is_now`;
}

/**
 * `with … src`: rows of plays of the time and of the time before, under the names of `play_hours`, with the number of
 * the part they belong to. It is one statement, so that nothing is rolled up between its parts.
 */
export function playSource({ tenant_id, span, filter, until }: Source): SQL {
  const { before, to } = span;
  const play_id = playIdOf(filter.q);
  /** Hours hold no ids of plays. */
  const onlyPlay = (id: string) => sql`select p.started_at as at, ${playDimensions}, ${onePlay} from plays p
      where p.tenant_id = ${tenant_id} and p.play_id = ${id}
        and p.started_at >= ${before}::timestamptz and p.started_at < ${to}::timestamptz`;
  return sql`
    with ${rolledUntil(tenant_id)}, pieces as (
      ${play_id === null ? piecesOf({ tenant_id, span, until }) : onlyPlay(play_id)}
    ), src as (
      select *, ${placeInSpan(span)}
      from pieces where ${conditionOf(tenant_id, filter)}
    )`;
}

const COLUMNS = {
  device_id: sql`pieces.device_id`,
  creative_id: sql`pieces.creative_id`,
  campaign_id: sql`pieces.campaign_id`,
};
/** Records with `not_shown` are counted apart, so they are never left out by their result. */
function conditionOf(
  tenant_id: string,
  { device_id, creative_id, campaign_id, result, zone, q, ...of }: AnalyticsFilter,
): SQL {
  resultFilter(result);
  const anyOf = (column: SQL, ids: readonly string[] | undefined) =>
    ids === undefined ? [] : [sql`${column} = any(${sql.param([...ids])}::uuid[])`];
  const conditions = [
    anyOf(sql`campaign_id`, of.campaign_ids),
    anyOf(sql`creative_id`, of.creative_ids),
    of.has_campaign === true ? [sql`campaign_id is not null`] : [],
    device_id === undefined ? [] : [sql`device_id = ${device_id}`],
    creative_id === undefined ? [] : [sql`creative_id = ${creative_id}`],
    campaign_id === undefined ? [] : [sql`campaign_id = ${campaign_id}`],
    zone === undefined ? [] : [sql`zone = ${zone}`],
    playIdOf(q) === null ? (matchesNames(tenant_id, q, COLUMNS) ?? []) : [],
    result === undefined
      ? []
      : [sql`(result = 'not_shown' or result = any(${sql.param(result.split(','))}::text[]))`],
  ].flat();
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const isShown = sql`filter (where result <> 'not_shown')`;
const isSold = sql`filter (where result <> 'not_shown' and campaign_id is not null)`;
/** Hours hold quarantined plays in rows of their own; those made before they did are taken whole. */
export const countedMs = sql`case when quarantined < plays then duration_ms else 0 end`;
/** Sums over `src`; what was not shown is no play, and what is quarantined counts apart. */
export const sums = sql`
  coalesce(sum(plays - quarantined) ${isShown}, 0)::float8 as plays,
  coalesce(sum(${countedMs}) ${isShown}, 0)::float8 as duration_ms,
  coalesce(sum(quarantined) ${isShown}, 0)::float8 as quarantined,
  coalesce(sum(delivered), 0)::float8 as completed,
  coalesce(sum(plays) filter (where result = 'failed'), 0)::float8 as failed,
  coalesce(sum(plays) filter (where result = 'not_shown'), 0)::float8 as not_shown,
  coalesce(sum(delivered), 0)::float8 as delivered,
  coalesce(sum(plays - quarantined) ${isSold}, 0)::float8 as sold_plays,
  coalesce(sum(${countedMs}) ${isSold}, 0)::float8 as sold_ms`;
/**
 * After `src`: `gathered`, its rows added up by screen and these columns, among them `campaign_id`. `sums` and
 * `screensOf` say the same of it, and screens are counted in far fewer rows. What counts and what does not stay apart.
 */
export const gatheredBy = (columns: Readonly<Record<string, SQL>>): SQL => {
  const names = sql.join(
    Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  );
  const first = Object.keys(columns).length;
  const keys = sql.raw(Array.from({ length: first + 3 }, (_, i) => String(i + 1)).join(', '));
  return sql`, gathered as (
    select ${names}, device_id, result, quarantined < plays as counts, sum(plays)::bigint as plays,
      sum(duration_ms)::bigint as duration_ms, sum(quarantined)::bigint as quarantined, sum(delivered)::bigint as delivered
    from src group by ${keys})`;
};
/** Of `src` or `gathered`: with a play that counts. */
export const screensOf = sql`(count(distinct device_id) filter (where result <> 'not_shown' and quarantined < plays))::int`;
export interface Sums {
  plays: number;
  duration_ms: number;
  quarantined: number;
  completed: number;
  failed: number;
  not_shown: number;
  delivered: number;
  sold_plays: number;
  sold_ms: number;
}
export const NO_SUMS: Sums = {
  ...{ plays: 0, duration_ms: 0, quarantined: 0, completed: 0, failed: 0 },
  ...{ not_shown: 0, delivered: 0, sold_plays: 0, sold_ms: 0 },
};
export function addSums(a: Sums, b: Sums): Sums {
  const keys = Object.keys(NO_SUMS) as (keyof Sums)[];
  return Object.fromEntries(keys.map(key => [key, a[key] + b[key]])) as unknown as Sums;
}
