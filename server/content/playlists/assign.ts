/** Which screens play a playlist. */
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { PlaylistDetail } from '../../../shared/contract/content/playlist.ts';
import { devices } from '../../db/schema.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { requireForWholeScreen } from '../../playout/wholeScreen.ts';
import { requireOpen } from './acts/requireOpen.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockPlaylist, readPlaylist } from './playlists.ts';

/** Assigns the playlist to exactly these screens and removes it from all others. */
export async function assign(
  ctx: TransactionContext,
  playlist_id: string,
  device_ids: readonly string[],
): Promise<PlaylistDetail> {
  const { tx, tenant_id, now } = ctx;
  const wanted = new Set(device_ids);
  await lockGroups(ctx, 'screen');
  const row = await lockPlaylist(ctx, playlist_id);
  requireOpen(row);
  if (wanted.size > 0) requireForWholeScreen(row.zone);
  const screens = await tx
    .select({ id: devices.id, playlist_id: devices.playlist_id })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        ne(devices.state, 'retired'),
        or(
          eq(devices.playlist_id, playlist_id),
          wanted.size > 0 ? inArray(devices.id, [...wanted]) : undefined,
        ),
      ),
    )
    .orderBy(devices.id)
    .for('update');
  const missing = [...wanted].filter(id => !screens.some(screen => screen.id === id));
  if (missing.length > 0)
    throw new AppError('VALIDATION', 'Some screens do not exist.', { device_ids: missing });
  const changed = screens.filter(screen => (screen.playlist_id === playlist_id) !== wanted.has(screen.id));
  for (const { id } of changed)
    await tx
      .update(devices)
      .set({
        playlist_id: wanted.has(id) ? playlist_id : null,
        version: sql`${devices.version} + 1`,
        updated_at: dateOf(now),
      })
      .where(eq(devices.id, id));
  await settlePlaylists(
    ctx,
    changed.map(screen => screen.id),
  );
  return readPlaylist(ctx, playlist_id);
}
