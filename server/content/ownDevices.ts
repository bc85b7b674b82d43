/** The rule `own_devices` of the matrix: a device owner sees what plays on his screens and nothing else. */
import { and, eq, exists, sql, type SQL } from 'drizzle-orm';
import { creatives, devices, mediaAssets, playlists, playlistVersions } from '../db/schema.ts';
import type { Work } from '../transaction/work.ts';

const isBound = (work: Work) => work.only === 'own_devices';

export const deviceInReach = (work: Work): SQL | undefined =>
  isBound(work) ? eq(devices.owner_user_id, work.by ?? '') : undefined;

export function playlistInReach(work: Work): SQL | undefined {
  if (!isBound(work)) return undefined;
  const own = work.tx
    .select({ one: sql`1` })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, work.tenant_id),
        eq(devices.owner_user_id, work.by ?? ''),
        eq(devices.playlist_id, playlists.id),
      ),
    );
  return exists(own);
}

/** As published: a draft is not what a screen plays. */
export function creativeInReach(work: Work): SQL | undefined {
  if (!isBound(work)) return undefined;
  const own = work.tx
    .select({ one: sql`1` })
    .from(devices)
    .innerJoin(playlists, eq(playlists.id, devices.playlist_id))
    .innerJoin(
      playlistVersions,
      and(
        eq(playlistVersions.playlist_id, playlists.id),
        eq(playlistVersions.version, playlists.published_version),
      ),
    )
    .where(
      and(
        eq(devices.tenant_id, work.tenant_id),
        eq(devices.owner_user_id, work.by ?? ''),
        sql`${creatives.id} = any(${playlistVersions.creative_ids})`,
      ),
    );
  return exists(own);
}

export function assetInReach(work: Work): SQL | undefined {
  const inReach = creativeInReach(work);
  if (inReach === undefined) return undefined;
  const shown = work.tx
    .select({ one: sql`1` })
    .from(creatives)
    .where(and(eq(creatives.asset_id, mediaAssets.id), inReach));
  return exists(shown);
}
