/** Download cost of a draft in bytes: each screen chooses renditions by its size and link, as the player does. */
import { and, count, eq, inArray, ne, not, sql } from 'drizzle-orm';
import type { Readiness } from '../../../shared/contract/content/playlist.ts';
import {
  renditionsOf,
  selectRendition,
  withAv1,
  type TargetScreen,
} from '../../../shared/playout/renditions.ts';
import {
  creatives,
  devices,
  mediaAssets,
  playlistItems,
  playlists,
  playlistVersions,
} from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isQuarantined } from '../creatives/quarantine.ts';
import { documentAssetOf } from '../media/assets.ts';
import { deviceInReach } from '../ownDevices.ts';

interface Used {
  asset: typeof mediaAssets.$inferSelect;
  approved: string[];
}

const resolution = sql<string | null>`${devices.reported} ->> 'resolution'`;
const playsAv1 = sql<boolean>`coalesce(${devices.reported} ->> 'av1' = 'true', false)`;
const isPlanned = sql<boolean>`${devices.data_plan_mb} is not null`;

/** Bytes by digest: a file that is used twice is held once. */
function filesHeldBy(used: readonly Used[], screen: TargetScreen, playsAv1: boolean): Map<string, number> {
  const named = used.flatMap(({ asset, approved }) => documentAssetOf(asset, approved) ?? []);
  const files = playsAv1 ? named.map(file => withAv1(file)) : named;
  const held = files.map(file => selectRendition(renditionsOf(file), screen) ?? file);
  return new Map(held.map(({ sha256, bytes }) => [sha256, bytes]));
}
const sum = (files: Iterable<number>) => [...files].reduce((all, bytes) => all + bytes, 0);

interface ScreenGroup {
  resolution: string | null;
  orientation: number;
  metered: string;
  isPlanned: boolean;
  playsAv1: boolean;
}
/** A screen that has never reported gets the original. */
function screenOf({ resolution, orientation, metered, isPlanned }: ScreenGroup): TargetScreen {
  const [w = Infinity, h = Infinity] = resolution?.split('x').map(Number) ?? [];
  const isMetered = metered === 'metered' || (metered === 'auto' && isPlanned);
  return orientation % 180 === 0 ? { w, h, isMetered } : { w: h, h: w, isMetered };
}

export async function costOf(ctx: TransactionContext, id: string): Promise<Readiness['cost']> {
  const { tx, tenant_id } = ctx;
  const file = { asset: mediaAssets, approved: creatives.approved_renditions };
  const drafted = await tx
    .select(file)
    .from(playlistItems)
    .innerJoin(creatives, eq(creatives.id, playlistItems.creative_id))
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(eq(playlistItems.tenant_id, tenant_id), eq(playlistItems.playlist_id, id), not(isQuarantined)),
    );
  const [published] = await tx
    .select({ creative_ids: playlistVersions.creative_ids })
    .from(playlistVersions)
    .innerJoin(playlists, eq(playlists.id, playlistVersions.playlist_id))
    .where(
      and(
        eq(playlists.tenant_id, tenant_id),
        eq(playlists.id, id),
        eq(playlistVersions.version, playlists.published_version),
      ),
    );
  const playing = published
    ? await tx
        .select(file)
        .from(creatives)
        .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
        .where(
          and(
            eq(creatives.tenant_id, tenant_id),
            inArray(creatives.id, published.creative_ids),
            not(isQuarantined),
          ),
        )
    : [];
  const panel = {
    resolution,
    orientation: devices.orientation,
    metered: devices.metered,
    isPlanned,
    playsAv1,
  };
  const groups = await tx
    .select({ ...panel, screens: count() })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        eq(devices.effective_playlist_id, id),
        ne(devices.state, 'retired'),
        deviceInReach(ctx),
      ),
    )
    .groupBy(resolution, devices.orientation, devices.metered, isPlanned, playsAv1);
  const costs = groups.map(({ screens, ...group }) => {
    const screen = screenOf(group);
    const wanted = filesHeldBy(drafted, screen, group.playsAv1);
    const now = filesHeldBy(playing, screen, group.playsAv1);
    const fresh = [...wanted].filter(([sha256]) => !now.has(sha256)).map(([, bytes]) => bytes);
    return { bytes: sum(wanted.values()), fresh: sum(fresh), screens };
  });
  const merged = new Map<string, Readiness['cost'][number]>();
  for (const one of costs) {
    const key = `${one.bytes} ${one.fresh}`;
    merged.set(key, { ...one, screens: one.screens + (merged.get(key)?.screens ?? 0) });
  }
  return [...merged.values()].sort((a, b) => b.screens - a.screens);
}
