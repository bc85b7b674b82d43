/** Reissues published documents after new renditions of an asset: same version, items and times, new hash. */
import { and, arrayOverlaps, eq, isNull } from 'drizzle-orm';
import type { PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { requireFound } from '../../db/rows.ts';
import { creatives, documents, mediaAssets, playlists, playlistVersions } from '../../db/schema.ts';
import { refreshDevices } from '../../playout/heads.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { documentAssetOf } from '../media/assets.ts';
import { documentOf, storeDocuments } from '../../playout/documents.ts';
import { screensWith } from './publish.ts';

const isNow = and(
  eq(playlistVersions.playlist_id, playlists.id),
  eq(playlistVersions.version, playlists.published_version),
);

export async function reissue(ctx: TransactionContext, asset_id: string): Promise<void> {
  const { tx, tenant_id } = ctx;
  const [row] = await tx
    .select()
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, asset_id), eq(mediaAssets.tenant_id, tenant_id)));
  const asset = documentAssetOf(requireFound(row, 'media file'));
  const made = await tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(eq(creatives.asset_id, asset_id), eq(creatives.tenant_id, tenant_id)));
  if (made.length === 0) return;
  const creative_ids = made.map(({ id }) => id);
  const published = await tx
    .select({ playlist_id: playlists.id, version: playlistVersions.version, body: documents.body })
    .from(playlists)
    .innerJoin(playlistVersions, isNow)
    .innerJoin(
      documents,
      and(
        eq(documents.tenant_id, playlists.tenant_id),
        eq(documents.sha256, playlistVersions.document_sha256),
      ),
    )
    .where(
      and(
        eq(playlists.tenant_id, tenant_id),
        isNull(playlists.deleted_at),
        arrayOverlaps(playlistVersions.creative_ids, creative_ids),
      ),
    )
    .orderBy(playlists.id)
    .for('update', { of: playlists });
  const changed: string[] = [];
  for (const { playlist_id, version, body } of published) {
    const content = JSON.parse(body) as PlaylistDocument;
    const items = content.items.map(item =>
      creative_ids.includes(item.creative_id) ? { ...item, asset } : item,
    );
    const document = documentOf({ ...content, items });
    if (document.body === body) continue;
    await storeDocuments(ctx, [document]);
    await tx
      .update(playlistVersions)
      .set({ document_sha256: document.sha256 })
      .where(
        and(
          eq(playlistVersions.tenant_id, tenant_id),
          eq(playlistVersions.playlist_id, playlist_id),
          eq(playlistVersions.version, version),
        ),
      );
    changed.push(playlist_id);
  }
  if (changed.length > 0) await refreshDevices(ctx, await screensWith(ctx, changed));
}
