/** Which playlists a whole screen may be given, by whichever way it gets one. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { isForWholeScreen, type Playlist } from '../../shared/contract/content/playlist.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { playlists } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

type Zone = Playlist['zone'];
const refusal = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

/** `field`: what the refusal names. */
export function requireForWholeScreen(zone: Zone, field = 'playlist_id'): void {
  if (!isForWholeScreen(zone)) throw refusal(field, 'A playlist of the whole screen.');
}

/** One that exists, is not archived and fills a screen; it is locked against deletion until the commit. */
export async function requireScreenPlaylist(
  { tx, tenant_id }: TransactionContext,
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return;
  const [found] = await tx
    .select({ zone: playlists.zone })
    .from(playlists)
    .where(
      and(
        ...[eq(playlists.tenant_id, tenant_id), eq(playlists.id, id)],
        ...[isNull(playlists.deleted_at), ne(playlists.state, 'archived')],
      ),
    )
    .for('key share');
  if (!found) throw refusal('playlist_id', 'There is no such playlist.');
  requireForWholeScreen(found.zone);
}
