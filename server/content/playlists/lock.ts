/** A lock keeps a playlist as it is: only who locked it, and who stands above them, changes or publishes it. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { PlaylistDetail } from '../../../shared/contract/content/playlist.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isAbove } from '../../../shared/contract/wire/roles.ts';
import { playlists } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockPlaylist, readPlaylist, writePlaylist } from './playlists.ts';

type Lock = Pick<typeof playlists.$inferSelect, 'locked_by' | 'locked_name' | 'locked_role'>;

function requireKey({ locked_by, locked_name, locked_role }: Lock, principal: UserPrincipal): void {
  if (locked_by === null || locked_role === null || locked_by === principal.user_id) return;
  if (isAbove(principal.role, locked_role)) return;
  throw new AppError('STATE', `${locked_name ?? ''} has locked this playlist.`, { locked_by });
}

/** Before each change. A playlist that is not there is left to the change itself. */
export async function requireUnlocked(
  { tx, tenant_id }: TransactionContext,
  principal: UserPrincipal,
  id: string,
): Promise<void> {
  const [row] = await tx
    .select()
    .from(playlists)
    .where(and(eq(playlists.tenant_id, tenant_id), eq(playlists.id, id)));
  if (row) requireKey(row, principal);
}

export async function setLock(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, locked }: { id: string; locked: boolean },
): Promise<PlaylistDetail> {
  const row = await lockPlaylist(ctx, id);
  if (row.deleted_at !== null) throw new AppError('STATE', 'This playlist is deleted.');
  requireKey(row, principal);
  const { user_id, role, email } = principal;
  await writePlaylist(
    ctx,
    row,
    locked
      ? { locked_by: user_id, locked_name: email, locked_role: role, locked_at: dateOf(ctx.now) }
      : { locked_by: null, locked_name: null, locked_role: null, locked_at: null },
  );
  return readPlaylist(ctx, id);
}
