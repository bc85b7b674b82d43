/** Plays for the console and their totals. */
import { and, eq, getTableColumns, lte, ne, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Query } from '../../shared/contract/wire/endpoint.ts';
import {
  NEWEST_FIRST,
  type listPlays,
  type Play,
  type PlayRecord,
} from '../../shared/contract/proof/play.ts';
import { gpsApartOf, isContradicted } from '../../shared/proof/clock.ts';
import { requireFound } from '../db/rows.ts';
import { campaigns, contentItems, creatives, devices, plays } from '../db/schema.ts';
import type { TransactionOpener } from '../http/route.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { accountOf } from './account/account.ts';
import { stateSums } from './account/inSql.ts';
import { isDelivered, standingBy } from './account/states.ts';
import { isOfTime, sumsOfTime } from './sums/totals.ts';
import { isByName, playsByName } from './pages/byName.ts';
import { isNotQuarantined, playScope, playsOf, type PlayFilter } from './filter.ts';
import {
  cursorAt,
  encodeCursor,
  following,
  orderOfPlays,
  readCursor,
  shownName,
  type Cursor,
} from './sorting.ts';

export interface PlayWithZone extends Play {
  device_tz: string;
}
export async function pageOfPlays(
  ctx: TransactionContext,
  where: SQL | undefined,
  { after, limit, sort = NEWEST_FIRST }: { after: Cursor | null; limit: number; sort?: string },
): Promise<PlayWithZone[]> {
  const { record: _record, ...columns } = getTableColumns(plays);
  const isOnPage = isByName(sort)
    ? await playsByName(ctx, where, { after, limit, sort })
    : and(where, after === null ? undefined : following(after));
  const rows = await ctx.tx
    .select({
      play: columns,
      device_name: devices.name,
      device_tz: devices.tz,
      creative_name: shownName,
      campaign_name: campaigns.name,
      zone: sql<Play['zone']>`${plays.record} ->> 'zone'`,
      clock: sql<PlayRecord['clock']>`${plays.record} -> 'clock'`,
    })
    .from(plays)
    .innerJoin(devices, eq(devices.id, plays.device_id))
    .leftJoin(creatives, and(eq(creatives.id, plays.creative_id), eq(creatives.tenant_id, plays.tenant_id)))
    .leftJoin(
      contentItems,
      and(eq(contentItems.id, plays.creative_id), eq(contentItems.tenant_id, plays.tenant_id)),
    )
    .leftJoin(campaigns, and(eq(campaigns.id, plays.campaign_id), eq(campaigns.tenant_id, plays.tenant_id)))
    .where(isOnPage)
    .orderBy(...orderOfPlays(sort))
    .limit(limit);
  const sold = new Set(rows.flatMap(({ play }) => play.campaign_id ?? []));
  const standingOf = standingBy(await accountOf(ctx, { campaign_ids: [...sold] }));
  return rows.map(({ play, creative_name, clock, ...row }) => ({
    ...row,
    ...standingOf(play),
    id: play.play_id,
    device_id: play.device_id,
    creative_id: play.creative_id,
    creative_name,
    playlist_id: play.playlist_id,
    campaign_id: play.campaign_id,
    epoch: play.epoch,
    seq: play.seq,
    result: play.result as Play['result'],
    reasons: play.reasons,
    started_at: play.started_at.toISOString(),
    received_at: play.received_at.toISOString(),
    duration_ms: play.duration_ms,
    expected_ms: play.expected_ms,
    completion: play.completion,
    visible_share: play.visible_share,
    counts: isDelivered(play),
    min_completion_pct: play.min_completion_pct,
    min_visible_pct: play.min_visible_pct,
    clock_quality: play.clock_grade,
    uncertainty_ms: play.uncertainty_ms,
    gps_apart_ms: isContradicted({ clock }) ? gpsApartOf({ clock }) : null,
    has_root: play.root_id !== null,
    place_grade: play.place_grade,
    picture: play.picture === 'due' ? null : play.picture,
    record_hash: play.record_hash,
  }));
}

export async function pageOfPlayList(ctx: TransactionContext, query: Query<typeof listPlays>) {
  const where = await playsOf(ctx, query, { walked: true });
  const { limit, sort = NEWEST_FIRST } = query;
  const items = await pageOfPlays(ctx, where, { after: readCursor(query.cursor, sort), limit, sort });
  const last = items.at(-1);
  return { items, next_cursor: last && items.length === limit ? encodeCursor(cursorAt(last, sort)) : null };
}

export async function playOf(ctx: TransactionContext, id: string): Promise<Play> {
  const isIt = and(eq(plays.tenant_id, ctx.tenant_id), eq(plays.play_id, id));
  const [found] = await pageOfPlays(ctx, isIt, { after: null, limit: 1 });
  return requireFound(found, 'play');
}

const whole = (expression: SQL) => sql<number>`coalesce(${expression}, 0)::float8`.mapWith(Number);

export async function totalsOf(ctx: TransactionContext, filter: PlayFilter) {
  const counted = await countedOf(ctx, filter);
  const { late, ...sums } = counted;
  if (filter.states === undefined) return sums;
  const judged = { accepted: sums.plays - late, late, quarantined: sums.quarantined };
  const scope = await playsOf(ctx, filter);
  return {
    ...sums,
    states: await stateSums(
      ctx,
      { scope, campaign_id: filter.campaign_id, from: filter.from, to: filter.to },
      judged,
    ),
  };
}

interface Counted {
  plays: number;
  duration_ms: number;
  quarantined: number;
  screens: number;
  not_shown: number;
  /** Where states are asked for. */
  late: number;
}
async function countedOf(ctx: TransactionContext, filter: PlayFilter): Promise<Counted> {
  const { tx: db } = ctx;
  if (isOfTime(filter)) {
    const sums = await sumsOfTime(ctx, filter);
    if (filter.states === undefined) return { ...sums, late: 0 };
    const isLate = and(
      await playScope(ctx, filter),
      sql`${plays.state} = 'late'`,
      ne(plays.result, 'not_shown'),
    );
    const [late] = await db
      .select({ n: whole(sql`count(*)`) })
      .from(plays)
      .where(isLate);
    return { ...sums, late: late?.n ?? 0 };
  }
  const scope = await playsOf(ctx, filter);
  const [sums] = await db
    .select({
      plays: whole(sql`count(*) filter (where ${isNotQuarantined})`),
      duration_ms: whole(sql`sum(${plays.duration_ms}) filter (where ${isNotQuarantined})`),
      quarantined: whole(sql`count(*) filter (where not ${isNotQuarantined})`),
      late: whole(sql`count(*) filter (where ${plays.state} = 'late')`),
      screens: whole(sql`count(distinct ${plays.device_id}) filter (where ${isNotQuarantined})`),
    })
    .from(plays)
    .where(and(scope, ne(plays.result, 'not_shown')));
  const [unseen] = await db
    .select({ n: whole(sql`count(*)`) })
    .from(plays)
    .where(and(await playScope(ctx, filter), eq(plays.result, 'not_shown')));
  const none = { plays: 0, duration_ms: 0, quarantined: 0, screens: 0, late: 0 };
  return { ...none, ...sums, not_shown: unseen?.n ?? 0 };
}

/** All plays of a filter, page by page, each page in its own transaction; plays received after `now` are left out. */
export async function* everyPlay(
  inTenant: TransactionOpener['inTenant'],
  where: SQL | undefined,
  now: number,
): AsyncGenerator<PlayWithZone> {
  const PAGE = 1_000;
  const standing = and(where, lte(plays.received_at, dateOf(now)));
  for (let after: Cursor | null = null; ;) {
    const from = after;
    const page: PlayWithZone[] = await inTenant(ctx =>
      pageOfPlays(ctx, standing, { after: from, limit: PAGE }),
    );
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = cursorAt(last);
  }
}
