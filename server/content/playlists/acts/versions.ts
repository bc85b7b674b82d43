/** Published versions of a playlist, and going back to one of them. */
import { and, desc, eq } from 'drizzle-orm';
import type { PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import type { PlaylistVersion } from '../../../../shared/contract/content/playlistCalls.ts';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { requireFound } from '../../../db/rows.ts';
import { documents, playlists, playlistVersions } from '../../../db/schema.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { versionItems, withCreatives, writeItems } from '../drafts.ts';
import { lockVersion, readPlaylist, requireInReach, writePlaylist } from '../playlists.ts';
import { requireZones } from '../zones.ts';
import { requireOpen } from './requireOpen.ts';

export async function versionsOf(ctx: TransactionContext, id: string) {
  const { tx, tenant_id } = ctx;
  await requireInReach(ctx, id);
  const { version, published_at, item_count, loop_ms, bytes } = playlistVersions;
  /** Not what the items are: of many versions that is megabytes. */
  const rows = await tx
    .select({ version, published_at, item_count, loop_ms, bytes })
    .from(playlistVersions)
    .where(and(eq(playlistVersions.tenant_id, tenant_id), eq(playlistVersions.playlist_id, id)))
    .orderBy(desc(playlistVersions.version));
  return {
    items: rows.map(row => ({ ...row, published_at: row.published_at.toISOString() })),
  };
}

/** Its order and layout stand in its document. */
async function findVersion({ tx, tenant_id }: TransactionContext, id: string, version: number) {
  const [row] = await tx
    .select({ version: playlistVersions, body: documents.body, beside_name: playlists.name })
    .from(playlistVersions)
    .innerJoin(
      documents,
      and(eq(documents.tenant_id, tenant_id), eq(documents.sha256, playlistVersions.document_sha256)),
    )
    .leftJoin(
      playlists,
      and(eq(playlists.tenant_id, tenant_id), eq(playlists.id, playlistVersions.beside_id)),
    )
    .where(
      and(
        eq(playlistVersions.tenant_id, tenant_id),
        eq(playlistVersions.playlist_id, id),
        eq(playlistVersions.version, version),
      ),
    );
  const found = requireFound(row, 'version');
  const { shuffle = 'none', layout = 'full' } = JSON.parse(found.body) as PlaylistDocument;
  const { items, published_at, beside_id, default_duration_ms } = found.version;
  return {
    ...{ version, published_at: published_at.toISOString(), beside_name: found.beside_name },
    settings: { shuffle, layout, beside_id, default_duration_ms },
    items: versionItems(items),
  };
}

export async function readVersion(
  ctx: TransactionContext,
  { id, version }: { id: string; version: number },
): Promise<PlaylistVersion> {
  await requireInReach(ctx, id);
  const { settings, items, ...found } = await findVersion(ctx, id, version);
  return { ...found, ...settings, items: await withCreatives(ctx, items) };
}

/** The name, what it is made for, the lock and the fallback belong to no version and stay. */
export async function revertPlaylist(
  ctx: TransactionContext,
  { id, expected, to }: { id: string; expected: number; to: number },
): Promise<PlaylistDetail> {
  const row = await lockVersion(ctx, id, expected);
  requireOpen(row);
  const { settings, items } = await findVersion(ctx, row.id, to);
  const { default_duration_ms, ...parts } = settings;
  const set = { ...parts, default_duration_ms: default_duration_ms ?? row.default_duration_ms };
  await requireZones(ctx, { ...row, ...set });
  await writeItems(ctx, row.id, items);
  await writePlaylist(ctx, row, { ...set, has_draft: true });
  return readPlaylist(ctx, id);
}
