/** One's own account in a write that was under way, while somebody else may have ended the session. */
import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { sessions } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockOwnRow } from '../secondFactor/factor.ts';
import type { UserRow } from '../users/users.ts';

/**
 * The user's row, locked as whoever resets his password locks it. A call that hashed or verified meanwhile was let in
 * before a reset ended its session: it throws SESSION_REVOKED and changes nothing of what its owner has set.
 */
export async function lockOwnAccount(
  ctx: TransactionContext,
  { user_id, session_id }: Pick<UserPrincipal, 'user_id' | 'session_id'>,
): Promise<UserRow> {
  const row = requireFound(await lockOwnRow(ctx, user_id), 'user');
  const [session] = await ctx.tx
    .select({ revoked_at: sessions.revoked_at })
    .from(sessions)
    .where(and(eq(sessions.tenant_id, ctx.tenant_id), eq(sessions.id, session_id)))
    .for('update');
  if (!session || session.revoked_at !== null)
    throw new AppError('SESSION_REVOKED', 'This session has ended.');
  return row;
}
