/** Publishing: the draft becomes an immutable document that every assigned screen is told of. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { DocumentAsset, PlaylistDocument } from '../../shared/contract/manifest.ts';
import { CHUNK_BYTES } from '../../shared/contract/media.ts';
import type { Playlist } from '../../shared/contract/playlist.ts';
import type { Db } from '../db/database.ts';
import { devices, creatives, mediaAssets, playlistVersions, type PublishedItem } from '../db/schema.ts';
import { changing } from '../network/changes.ts';
import { refreshDevices } from '../network/heads.ts';
import type { Network } from '../network/network.ts';
import type { Server } from '../server.ts';
import { documentOf, storeDocuments } from './documents.ts';
import { draftItems, lengthOf, summaries, summaryOf } from './drafts.ts';
import { lockPlaylist, writePlaylist } from './playlists.ts';

export interface Published {
  playlist_id: string;
  tenant_id: string;
  by: string | null;
}

/** The version now published; the one that stands where the draft holds nothing new. */
export const publish = (server: Server, network: Network, asked: Published): Promise<number> =>
  changing(server, network, async (tx, touched) => {
    const row = await lockPlaylist(tx, { id: asked.playlist_id, tenant_id: asked.tenant_id });
    if (row.deleted_at !== null) throw new AppError('STATE', 'This playlist is deleted.');
    if (!row.has_draft && row.published_version !== null) return row.published_version;
    const version = (row.published_version ?? 0) + 1;
    const items = await draftItems(tx, row.id);
    const document = documentOf(await contentOf(tx, { ...row, version, items }));
    await storeDocuments(tx, [document], dateOf(server.clock.now()));
    const { item_count, loop_ms, bytes } = summaryOf(await summaries(tx, [row.id]), row.id);
    await tx.insert(playlistVersions).values({
      ...{ playlist_id: row.id, version, items, item_count, loop_ms, bytes },
      document_sha256: document.sha256,
      creative_ids: [...new Set(items.map(item => item.creative_id))],
      published_at: dateOf(server.clock.now()),
      published_by: asked.by,
    });
    const set = { state: 'published' as Playlist['state'], published_version: version, has_draft: false };
    await writePlaylist(server, tx, { row, set });
    const screens = await screensWith(tx, row.id);
    await refreshDevices(server, tx, screens);
    for (const id of screens) touched.add(id);
    return version;
  });

const screensWith = async (tx: Db, playlist_id: string) =>
  (await tx.select({ id: devices.id }).from(devices).where(eq(devices.playlist_id, playlist_id))).map(
    row => row.id,
  );

interface Draft {
  id: string;
  tenant_id: string;
  version: number;
  default_duration_ms: number;
  items: readonly PublishedItem[];
}
async function contentOf(tx: Db, draft: Draft): Promise<PlaylistDocument> {
  if (draft.items.length === 0)
    throw new AppError('RULE', 'An empty playlist cannot be published.', { items: ['empty'] });
  const known = await playable(tx, draft);
  const missing = draft.items.filter(item => !known.has(item.creative_id)).map(item => item.creative_id);
  if (missing.length > 0)
    throw new AppError('RULE', 'Some creatives are not approved or their files not ready.', {
      creative_ids: [...new Set(missing)],
    });
  return {
    kind: 'playlist',
    playlist_id: draft.id,
    version: draft.version,
    items: draft.items.flatMap(item => {
      const creative = known.get(item.creative_id);
      if (!creative) return [];
      const { asset, kind, name } = creative;
      const duration_ms = lengthOf(item, creative, draft.default_duration_ms);
      const { id, creative_id, transition, fit } = item;
      return [{ id, creative_id, kind, name, asset, duration_ms, transition, fit }];
    }),
  };
}

/** Approved, not deleted, their files whole. */
async function playable(tx: Db, { tenant_id, items }: Draft) {
  const ids = [...new Set(items.map(item => item.creative_id))];
  const rows = await tx
    .select({ creative: creatives, asset: mediaAssets })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(
        eq(creatives.tenant_id, tenant_id),
        inArray(creatives.id, ids),
        eq(creatives.state, 'approved'),
        eq(mediaAssets.state, 'ready'),
      ),
    );
  return new Map(
    rows
      .filter(({ creative }) => creative.deleted_at === null)
      .map(({ creative, asset }) => {
        const { sha256, bytes, chunks_sha256 } = asset;
        const mime = asset.mime as DocumentAsset['mime'];
        const held: DocumentAsset = { sha256, bytes, mime, chunk_bytes: CHUNK_BYTES, chunks_sha256 };
        const kind = creative.kind as 'image' | 'video';
        return [creative.id, { kind, name: creative.name, duration_ms: creative.duration_ms, asset: held }];
      }),
  );
}
