/** Edits of the draft, and reverting it to a published version. */
import { and, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { PlaylistDetail, playlistPatch } from '../../../shared/contract/content/playlist.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { playlistVersions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { versionItems, writeItems, type DraftItem } from './drafts.ts';
import {
  endFallback,
  lockVersion,
  readPlaylist,
  requireInReach,
  settingsOf,
  writePlaylist,
} from './playlists.ts';
import { besideOf, requireZones } from './zones.ts';

interface Change {
  id: string;
  expected: number;
  patch: z.infer<typeof playlistPatch>;
}
export async function changePlaylist(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<PlaylistDetail> {
  if (patch.fallback !== undefined) await lockGroups(ctx, 'group');
  const row = await lockVersion(ctx, id, expected);
  const set = settingsOf(patch);
  const next = { ...row, ...set };
  await requireZones(ctx, next);
  if (next.zone !== row.zone && (await besideOf(ctx, id)).length > 0)
    throw new AppError('RULE', 'It is the second zone of another playlist.', { zone: ['in use'] });
  /** The name is shown only in the console; these change what screens play. */
  const isEdit = (['default_duration_ms', 'shuffle', 'layout', 'beside_id'] as const).some(
    field => next[field] !== row[field],
  );
  if (set.fallback) await endFallback(ctx);
  await writePlaylist(ctx, row, { ...set, has_draft: row.has_draft || isEdit });
  if (next.fallback !== row.fallback) await settlePlaylists(ctx);
  return readPlaylist(ctx, id);
}

interface Items {
  id: string;
  expected: number;
  items: readonly DraftItem[];
}
export async function putItems(
  ctx: TransactionContext,
  { id, expected, items }: Items,
): Promise<PlaylistDetail> {
  const row = await lockVersion(ctx, id, expected);
  await writeItems(ctx, row.id, items);
  await writePlaylist(ctx, row, { has_draft: true });
  return readPlaylist(ctx, id);
}

export async function revertPlaylist(
  ctx: TransactionContext,
  { id, expected, to }: { id: string; expected: number; to: number },
): Promise<PlaylistDetail> {
  const { tx, tenant_id } = ctx;
  const row = await lockVersion(ctx, id, expected);
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
  await writeItems(ctx, row.id, versionItems(requireFound(earlier, 'version').items));
  await writePlaylist(ctx, row, { has_draft: true });
  return readPlaylist(ctx, id);
}

export async function versionsOf(ctx: TransactionContext, id: string) {
  const { tx, tenant_id } = ctx;
  await requireInReach(ctx, id);
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
