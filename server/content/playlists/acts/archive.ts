/** Putting a playlist away and taking it out again. */
import * as contract from '../../../../shared/contract/content/playlist.ts';
import type { PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../../db/rows.ts';
import { requireState } from '../../../resource/repository.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { lockPlaylist, readPlaylist, requireUnused, writePlaylist } from '../playlists.ts';

const { archive, unarchive } = contract.playlists.actions;

async function lockInState(ctx: TransactionContext, id: string, act: { from: readonly string[] }) {
  const row = await lockPlaylist(ctx, id);
  if (row.deleted_at !== null) requireFound(null, 'playlist');
  requireState(act, row.state);
  return row;
}

/** Nothing may play it, so that no screen goes dark by tidying up. */
export async function archivePlaylist(ctx: TransactionContext, id: string): Promise<PlaylistDetail> {
  const row = await lockInState(ctx, id, archive);
  await requireUnused(ctx, id);
  if (row.fallback) throw new AppError('STATE', 'This is the fallback of the tenant: choose another first.');
  await writePlaylist(ctx, row, { state: archive.to });
  return readPlaylist(ctx, id);
}

/** What it had published it has again. */
export async function unarchivePlaylist(ctx: TransactionContext, id: string): Promise<PlaylistDetail> {
  const row = await lockInState(ctx, id, unarchive);
  await writePlaylist(ctx, row, { state: row.published_version === null ? 'draft' : 'published' });
  return readPlaylist(ctx, id);
}
