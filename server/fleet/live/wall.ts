/** What a wall of monitors shows: counts over all screens, and the worst of them as tiles. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { PRESENCES, type Presence } from '../../../shared/contract/fleet/device.ts';
import type { Query } from '../../../shared/contract/wire/endpoint.ts';
import type { liveDevices, Tile, Wall } from '../../../shared/contract/fleet/live.ts';
import { countOf } from '../../db/lists.ts';
import { creatives, devices } from '../../db/schema.ts';
import type { Work } from '../../transaction/work.ts';
import { playing, presenceAt } from '../devices/devices.ts';
import { openIncidents } from '../incidents/list.ts';

export type Asked = Pick<Query<typeof liveDevices>, 'status' | 'limit' | 'offset'>;
/** Who is away wants somebody first; who never came is no news. */
const WORST_FIRST: readonly Presence[] = ['offline', 'stale', 'online', 'never'];
const VERSIONS = 8;

const inService = ({ tenant_id }: Work) =>
  and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired'), isNull(devices.deleted_at));
const version = sql<string | null>`${devices.reported} ->> 'app_version'`;

export async function wallOf(work: Work, asked: Asked): Promise<Wall> {
  const counted = await work.tx
    .select({ presence: sql<Presence>`${presenceAt(work.now)}`.as('presence'), n: countOf })
    .from(devices)
    .where(inService(work))
    .groupBy(sql`1`);
  const presence = Object.fromEntries(
    PRESENCES.map(word => [word, counted.find(row => row.presence === word)?.n ?? 0]),
  ) as Wall['presence'];
  const wanted = asked.status?.split(',') as Presence[] | undefined;
  const counting: readonly Presence[] = wanted ?? PRESENCES;
  return {
    at: instant(work.now),
    presence,
    versions: await versionsOf(work),
    total: counting.reduce((sum, word) => sum + presence[word], 0),
    tiles: await tilesOf(work, asked, wanted),
    incidents: await openIncidents(work),
  };
}

async function versionsOf(work: Work): Promise<Wall['versions']> {
  const rows = await work.tx
    .select({ version, screens: countOf })
    .from(devices)
    .where(and(inService(work), sql`${version} is not null`))
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
    .limit(VERSIONS);
  return rows.map(row => ({ version: row.version ?? '', screens: row.screens }));
}

async function tilesOf(work: Work, { limit, offset }: Asked, wanted?: readonly Presence[]): Promise<Tile[]> {
  const now = presenceAt(work.now);
  const place = sql`array_position(array[${sql.join(
    WORST_FIRST.map(word => sql`${word}`),
    sql`, `,
  )}]::text[], ${now})`;
  const words =
    wanted &&
    sql.join(
      wanted.map(word => sql`${word}`),
      sql`, `,
    );
  const rows = await work.tx
    .select({
      id: devices.id,
      name: devices.name,
      vehicle: devices.vehicle,
      state: devices.state,
      presence: sql<Presence>`${now}`.as('presence'),
      last_seen_at: devices.last_seen_at,
      reported: devices.reported,
      playing_name: creatives.name,
    })
    .from(devices)
    .leftJoin(creatives, and(eq(creatives.id, playing), eq(creatives.tenant_id, devices.tenant_id)))
    .where(and(inService(work), words && sql`${now} in (${words})`))
    .orderBy(place, sql`${devices.last_seen_at} asc nulls last`, devices.name, devices.id)
    .limit(limit)
    .offset(offset);
  return rows.map(({ reported, playing_name, last_seen_at, ...row }) => ({
    ...row,
    now_playing: playing_name ?? reported?.now_playing?.name ?? null,
    version: reported?.app_version ?? null,
    network: reported?.network ?? null,
    /** Of who is there it would be news with each beat, and say nothing. */
    last_seen_at: row.presence === 'online' ? null : (last_seen_at?.toISOString() ?? null),
    ready:
      reported && reported.readiness.total > 0 ? reported.readiness.ready / reported.readiness.total : null,
  }));
}
