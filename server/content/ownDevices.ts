/** The rule `own_devices` of the access matrix: a device owner sees only what plays on his screens. */
import { and, arrayOverlaps, eq, exists, inArray, or, sql, type SQL } from 'drizzle-orm';
import { equals } from '../db/lists.ts';
import { creatives, devices, mediaAssets, playlists, playlistVersions } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

const isDeviceOwner = (ctx: TransactionContext) => ctx.rule === 'own_devices';

export const deviceInReach = (ctx: TransactionContext): SQL | undefined =>
  isDeviceOwner(ctx) ? equals(devices.owner_user_id, ctx.user_id) : undefined;

/** Always, or by an exception of its schedule. */
const isPlayedOn = or(
  eq(devices.effective_playlist_id, playlists.id),
  sql`${playlists.id} = any(${devices.scheduled_playlist_ids})`,
);

export function playlistInReach(ctx: TransactionContext): SQL | undefined {
  if (!isDeviceOwner(ctx)) return undefined;
  const own = ctx.tx
    .select({ one: sql`1` })
    .from(devices)
    .where(and(eq(devices.tenant_id, ctx.tenant_id), equals(devices.owner_user_id, ctx.user_id), isPlayedOn));
  return exists(own);
}

/** Only published items count, because screens do not play a draft. */
export function creativeInReach(ctx: TransactionContext): SQL | undefined {
  if (!isDeviceOwner(ctx)) return undefined;
  const own = ctx.tx
    .select({ one: sql`1` })
    .from(devices)
    .innerJoin(playlists, isPlayedOn)
    .innerJoin(
      playlistVersions,
      and(
        eq(playlistVersions.playlist_id, playlists.id),
        eq(playlistVersions.version, playlists.published_version),
      ),
    )
    .where(
      and(
        eq(devices.tenant_id, ctx.tenant_id),
        equals(devices.owner_user_id, ctx.user_id),
        sql`${creatives.id} = any(${playlistVersions.creative_ids})`,
      ),
    );
  return exists(own);
}

export function assetInReach(ctx: TransactionContext): SQL | undefined {
  const inReach = creativeInReach(ctx);
  if (inReach === undefined) return undefined;
  const shown = ctx.tx
    .select({ one: sql`1` })
    .from(creatives)
    .where(and(eq(creatives.asset_id, mediaAssets.id), inReach));
  return exists(shown);
}

/** Screens that play one of them, be it at some hours only. */
export const playsAny = (playlist_ids: readonly string[]) =>
  or(
    inArray(devices.effective_playlist_id, [...playlist_ids]),
    arrayOverlaps(devices.scheduled_playlist_ids, [...playlist_ids]),
  );
