/** Edits of the draft. */
import type * as z from 'zod/mini';
import {
  isForWholeScreen,
  type PlaylistDetail,
  type playlistPatch,
} from '../../../shared/contract/content/playlist.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { requireOpen } from './acts/requireOpen.ts';
import { writeItems, type DraftItem } from './drafts.ts';
import {
  endFallback,
  lockVersion,
  readPlaylist,
  requireUnused,
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
  requireOpen(row);
  const set = settingsOf(patch);
  const next = { ...row, ...set };
  await requireZones(ctx, next);
  if (next.zone !== row.zone && (await besideOf(ctx, id)).length > 0)
    throw new AppError('RULE', 'It is the second zone of another playlist.', { zone: ['in use'] });
  if (next.zone !== row.zone && !isForWholeScreen(next.zone)) await requireUnused(ctx, id);
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
  requireOpen(row);
  await writeItems(ctx, row.id, items);
  await writePlaylist(ctx, row, { has_draft: true });
  return readPlaylist(ctx, id);
}
