/** Edits of a draft beside what is published, and the way back to an earlier version. */
import { and, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AppError } from '../../shared/contract/errors.ts';
import type { PlaylistDetail, playlistPatch } from '../../shared/contract/playlist.ts';
import { found } from '../db/rows.ts';
import { playlists, playlistVersions } from '../db/schema.ts';
import type { Server } from '../server.ts';
import { writeItems, type DraftItem } from './drafts.ts';
import { lockAt, lockPlaylist, readPlaylist, writePlaylist, type Named } from './playlists.ts';

type Expected = Named & { expected: number };

export const changePlaylist = (
  server: Server,
  asked: Expected & { patch: z.infer<typeof playlistPatch> },
): Promise<PlaylistDetail> =>
  server.db.transaction(async tx => {
    const { patch } = asked;
    const row = await lockAt(server, tx, asked);
    /** The name is the console's alone; a length is what screens play. */
    const isEdit =
      patch.default_duration_ms !== undefined && patch.default_duration_ms !== row.default_duration_ms;
    const set = {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.default_duration_ms === undefined ? {} : { default_duration_ms: patch.default_duration_ms }),
      has_draft: row.has_draft || isEdit,
    };
    await writePlaylist(server, tx, { row, set });
    return readPlaylist(server, asked, tx);
  });

export const putItems = (
  server: Server,
  asked: Expected & { items: readonly DraftItem[] },
): Promise<PlaylistDetail> =>
  server.db.transaction(async tx => {
    const { tenant_id, items } = asked;
    const row = await lockAt(server, tx, asked);
    await writeItems(server, tx, { playlist_id: row.id, tenant_id, items });
    await writePlaylist(server, tx, { row, set: { has_draft: true } });
    return readPlaylist(server, asked, tx);
  });

export const revertPlaylist = (server: Server, asked: Named & { to: number }): Promise<PlaylistDetail> =>
  server.db.transaction(async tx => {
    const { tenant_id } = asked;
    const row = await lockPlaylist(tx, asked);
    if (row.deleted_at !== null) throw new AppError('STATE', 'This playlist is deleted.');
    const [earlier] = await tx
      .select({ items: playlistVersions.items })
      .from(playlistVersions)
      .where(and(eq(playlistVersions.playlist_id, row.id), eq(playlistVersions.version, asked.to)));
    const { items } = found(earlier, 'version');
    await writeItems(server, tx, { playlist_id: row.id, tenant_id, items });
    await writePlaylist(server, tx, { row, set: { has_draft: true } });
    return readPlaylist(server, asked, tx);
  });

export async function versionsOf(server: Server, { id, tenant_id }: Named) {
  const [owned] = await server.db
    .select({ id: playlists.id })
    .from(playlists)
    .where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id)));
  found(owned, 'playlist');
  const rows = await server.db
    .select()
    .from(playlistVersions)
    .where(eq(playlistVersions.playlist_id, id))
    .orderBy(desc(playlistVersions.version));
  return {
    items: rows.map(({ version, published_at, item_count, loop_ms, bytes }) => ({
      version,
      published_at: published_at.toISOString(),
      item_count,
      loop_ms,
      bytes,
    })),
  };
}
