/** Plays for the console, newest first, and their totals. */
import { and, desc, eq, lte, ne, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Query } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import type { listPlays, Play } from '../../shared/contract/proof/play.ts';
import type { Db } from '../db/database.ts';
import { creatives, devices, plays } from '../db/schema.ts';
import type { TransactionOpener } from '../http/route.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { resultFilter, playScope, type PlayFilter } from './filter.ts';

export interface PlayWithZone extends Play {
  device_tz: string;
}
/** The next page begins after this play. */
interface Cursor {
  at: number;
  id: string;
}

export async function pageOfPlays(
  db: Db,
  where: SQL | undefined,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<PlayWithZone[]> {
  const rows = await db
    .select({
      play: plays,
      device_name: devices.name,
      device_tz: devices.tz,
      creative_name: creatives.name,
      clock_quality: sql<Play['clock_quality']>`${plays.record} -> 'clock' ->> 'quality'`,
    })
    .from(plays)
    .innerJoin(devices, eq(devices.id, plays.device_id))
    .leftJoin(creatives, and(eq(creatives.id, plays.creative_id), eq(creatives.tenant_id, plays.tenant_id)))
    .where(and(where, after === null ? undefined : following(after)))
    .orderBy(desc(plays.started_at), desc(plays.play_id))
    .limit(limit);
  return rows.map(({ play, creative_name, ...row }) => ({
    ...row,
    id: play.play_id,
    device_id: play.device_id,
    creative_id: play.creative_id,
    creative_name: creative_name ?? '',
    playlist_id: play.playlist_id,
    epoch: play.epoch,
    seq: play.seq,
    result: play.result as Play['result'],
    state: play.state as Play['state'],
    reasons: play.reasons,
    started_at: play.started_at.toISOString(),
    received_at: play.received_at.toISOString(),
    duration_ms: play.duration_ms,
    expected_ms: play.expected_ms,
    completion: play.completion,
    visible_share: play.visible_share,
    record_hash: play.record_hash,
  }));
}

const following = ({ at, id }: Cursor) =>
  sql`(${plays.started_at}, ${plays.play_id}) < (${dateOf(at).toISOString()}::timestamptz, ${id}::uuid)`;

export const cursorOf = (play: Play): Cursor => ({ at: Date.parse(play.started_at), id: play.id });
const encodeCursor = ({ at, id }: Cursor) => Buffer.from(`${at} ${id}`).toString('base64url');

function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const match = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(text, 'base64url').toString(),
  );
  if (!match)
    throw new AppError('VALIDATION', 'This page cannot be found again.', { cursor: ['Invalid input'] });
  return { at: Number(match[1]), id: match[2] ?? '' };
}

export async function pageOfPlayList(
  { tx: db, tenant_id }: TransactionContext,
  query: Query<typeof listPlays>,
) {
  const where = and(playScope(tenant_id, query), resultFilter(query.result));
  const items = await pageOfPlays(db, where, { after: readCursor(query.cursor), limit: query.limit });
  const last = items.at(-1);
  return { items, next_cursor: last && items.length === query.limit ? encodeCursor(cursorOf(last)) : null };
}

const whole = (expression: SQL) => sql<number>`coalesce(${expression}, 0)::float8`.mapWith(Number);

export async function totalsOf({ tx: db, tenant_id }: TransactionContext, filter: PlayFilter) {
  const [sums] = await db
    .select({
      plays: whole(sql`count(*)`),
      duration_ms: whole(sql`sum(${plays.duration_ms})`),
      quarantined: whole(sql`count(*) filter (where ${plays.state} = 'quarantined')`),
      screens: whole(sql`count(distinct ${plays.device_id})`),
    })
    .from(plays)
    .where(and(playScope(tenant_id, filter), resultFilter(filter.result), ne(plays.result, 'not_shown')));
  const [unseen] = await db
    .select({ n: whole(sql`count(*)`) })
    .from(plays)
    .where(and(playScope(tenant_id, filter), eq(plays.result, 'not_shown')));
  return {
    ...(sums ?? { plays: 0, duration_ms: 0, quarantined: 0, screens: 0 }),
    not_shown: unseen?.n ?? 0,
  };
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
    const page: PlayWithZone[] = await inTenant(({ tx }) =>
      pageOfPlays(tx, standing, { after: from, limit: PAGE }),
    );
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = cursorOf(last);
  }
}
