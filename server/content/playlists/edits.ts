/** Edits of a draft beside what is published, and the way back to an earlier version. */
import { and, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { PlaylistDetail, playlistPatch } from '../../../shared/contract/content/playlist.ts';
import { found } from '../../db/rows.ts';
import { playlistVersions } from '../../db/schema.ts';
import type { Work } from '../../transaction/work.ts';
import { writeItems, type DraftItem } from './drafts.ts';
import { lockAt, lockPlaylist, readPlaylist, requireInReach, writePlaylist } from './playlists.ts';

interface Change {
  id: string;
  expected: number;
  patch: z.infer<typeof playlistPatch>;
}
export async function changePlaylist(work: Work, { id, expected, patch }: Change): Promise<PlaylistDetail> {
  const row = await lockAt(work, id, expected);
  /** The name is the console's alone; a length is what screens play. */
  const isEdit =
    patch.default_duration_ms !== undefined && patch.default_duration_ms !== row.default_duration_ms;
  await writePlaylist(work, row, {
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.default_duration_ms === undefined ? {} : { default_duration_ms: patch.default_duration_ms }),
    has_draft: row.has_draft || isEdit,
  });
  return readPlaylist(work, id);
}

interface Items {
  id: string;
  expected: number;
  items: readonly DraftItem[];
}
export async function putItems(work: Work, { id, expected, items }: Items): Promise<PlaylistDetail> {
  const row = await lockAt(work, id, expected);
  await writeItems(work, row.id, items);
  await writePlaylist(work, row, { has_draft: true });
  return readPlaylist(work, id);
}

export async function revertPlaylist(work: Work, id: string, to: number): Promise<PlaylistDetail> {
  const { tx, tenant_id } = work;
  const row = await lockPlaylist(work, id);
  if (row.deleted_at !== null) throw new AppError('STATE', 'This playlist is deleted.');
  const [earlier] = await tx
    .select({ items: playlistVersions.items })
    .from(playlistVersions)
    .where(
      and(
        eq(playlistVersions.tenant_id, tenant_id),
        eq(playlistVersions.playlist_id, row.id),
        eq(playlistVersions.version, to),
      ),
    );
  await writeItems(work, row.id, found(earlier, 'version').items);
  await writePlaylist(work, row, { has_draft: true });
  return readPlaylist(work, id);
}

export async function versionsOf(work: Work, id: string) {
  const { tx, tenant_id } = work;
  await requireInReach(work, id);
  const rows = await tx
    .select()
    .from(playlistVersions)
    .where(and(eq(playlistVersions.tenant_id, tenant_id), eq(playlistVersions.playlist_id, id)))
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
