/** The live wall: counts over all screens, and a page of tiles, worst first. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { isHeard, PRESENCES, type Presence } from '../../../shared/contract/fleet/device.ts';
import type { Query } from '../../../shared/contract/wire/endpoint.ts';
import type { liveDevices, Tile, Wall } from '../../../shared/contract/fleet/live.ts';
import { rowCount } from '../../db/lists.ts';
import { creatives, devices, mediaAssets } from '../../db/schema.ts';
import { isQuarantined, mayRelease } from '../../content/creatives/quarantine.ts';
import { mediaLink } from '../../content/media/links.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playing, presenceAt } from '../devices/devices.ts';
import { isInGroup } from '../devices/members.ts';
import { nowPlayingOf } from '../devices/nowPlaying.ts';
import { countOpenIncidents } from '../incidents/list.ts';

export type WallQuery = Pick<
  Query<typeof liveDevices>,
  'status' | 'version' | 'playlist_id' | 'group_id' | 'limit' | 'offset'
>;
/** Offline screens come first, screens that never connected last. */
const WORST_FIRST: readonly Presence[] = ['offline', 'stale', 'online', 'never'];
const VERSIONS = 8;

const inService = ({ tenant_id }: TransactionContext) =>
  and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired'), isNull(devices.deleted_at));
const version = sql<string | null>`${devices.reported} ->> 'app_version'`;

/** Screens of one build, playlist or group: tiles and counts are narrowed alike; a presence narrows the tiles alone. */
const matching = (ctx: TransactionContext, { version: build, playlist_id, group_id }: WallQuery) =>
  and(
    inService(ctx),
    build === undefined ? undefined : eq(version, build),
    playlist_id === undefined ? undefined : eq(devices.effective_playlist_id, playlist_id),
    group_id === undefined ? undefined : isInGroup(group_id),
  );

export async function wallOf(ctx: TransactionContext, asked: WallQuery): Promise<Wall> {
  const counted = await ctx.tx
    .select({ presence: sql<Presence>`${presenceAt(ctx.now)}`.as('presence'), n: rowCount })
    .from(devices)
    .where(matching(ctx, asked))
    .groupBy(sql`1`);
  const presence = Object.fromEntries(
    PRESENCES.map(word => [word, counted.find(row => row.presence === word)?.n ?? 0]),
  ) as Wall['presence'];
  const words = asked.status?.split(',');
  const presences = words && PRESENCES.filter(word => words.includes(word));
  const counting: readonly Presence[] = presences ?? PRESENCES;
  return {
    at: instant(ctx.now),
    presence,
    versions: await versionsOf(ctx),
    total: counting.reduce((sum, word) => sum + presence[word], 0),
    tiles: await tilesOf(ctx, asked, presences),
    incidents: await countOpenIncidents(ctx),
  };
}

async function versionsOf(ctx: TransactionContext): Promise<Wall['versions']> {
  const rows = await ctx.tx
    .select({ version, screens: rowCount })
    .from(devices)
    .where(and(inService(ctx), sql`${version} is not null`))
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
    .limit(VERSIONS);
  return rows.map(row => ({ version: row.version ?? '', screens: row.screens }));
}

async function tilesOf(
  ctx: TransactionContext,
  asked: WallQuery,
  presences?: readonly Presence[],
): Promise<Tile[]> {
  const now = presenceAt(ctx.now);
  const place = sql`array_position(array[${sql.join(
    WORST_FIRST.map(word => sql`${word}`),
    sql`, `,
  )}]::text[], ${now})`;
  const words =
    presences &&
    sql.join(
      presences.map(word => sql`${word}`),
      sql`, `,
    );
  const rows = await ctx.tx
    .select({
      id: devices.id,
      name: devices.name,
      vehicle: devices.vehicle,
      state: devices.state,
      presence: sql<Presence>`${now}`.as('presence'),
      last_seen_at: devices.last_seen_at,
      reported: devices.reported,
      playing_name: creatives.name,
      thumbnail_sha256: mediaAssets.thumbnail_sha256,
      isQuarantined,
    })
    .from(devices)
    .leftJoin(creatives, and(eq(creatives.id, playing), eq(creatives.tenant_id, devices.tenant_id)))
    .leftJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(matching(ctx, asked), words && sql`${now} in (${words})`))
    .orderBy(place, sql`${devices.last_seen_at} asc nulls last`, devices.name, devices.id)
    .limit(asked.limit)
    .offset(asked.offset);
  const pictureOf = ({ presence, thumbnail_sha256, isQuarantined: isOff }: (typeof rows)[number]) =>
    isHeard(presence) && thumbnail_sha256 !== null && (!isOff || mayRelease(ctx))
      ? mediaLink(ctx, thumbnail_sha256)
      : null;
  return rows.map(tile => {
    const { reported, playing_name, thumbnail_sha256: _, isQuarantined: __, last_seen_at, ...row } = tile;
    return {
      ...row,
      now_playing: nowPlayingOf({ presence: row.presence, playing_name, reported }),
      picture_url: pictureOf(tile),
      version: reported?.app_version ?? null,
      network: reported?.network ?? null,
      saves_data: reported?.saves_data ?? false,
      /** Left out for online screens, because it would change with each heartbeat. */
      last_seen_at: row.presence === 'online' ? null : (last_seen_at?.toISOString() ?? null),
      ready:
        reported && reported.readiness.total > 0 ? reported.readiness.ready / reported.readiness.total : null,
    };
  });
}
