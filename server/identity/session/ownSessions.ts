/** The user's own profile and sessions. */
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { patchMe, Session } from '../../../shared/contract/identity/user.ts';
import { dateOf } from '../../../shared/clock.ts';
import { requireVersion } from '../../db/rows.ts';
import { sessions, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { ownLayers, sessionSettingsOf } from '../tenants/layers.ts';
import { sessionEnd } from './lifetime.ts';
import { endSession } from './sessions.ts';
import { lockUser, toUser } from '../users/users.ts';
import { write } from '../users/userWrites.ts';

const timeOf = (date: Date) => instant(date.getTime());

export async function ownSessions(
  { tx, tenant_id, now }: TransactionContext,
  principal: UserPrincipal,
): Promise<Session[]> {
  const rows = await tx
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.tenant_id, tenant_id),
        eq(sessions.user_id, principal.user_id),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, dateOf(now)),
      ),
    )
    .orderBy(desc(sessions.last_used_at), desc(sessions.id));
  const lengths = sessionSettingsOf(await ownLayers({ tx, tenant_id }));
  const open = rows
    .map(row => ({ ...row, expires_at: dateOf(sessionEnd(row, lengths)) }))
    .filter(({ expires_at }) => expires_at.getTime() > now);
  return open.map(row => ({
    id: row.id,
    ip: row.ip,
    user_agent: row.user_agent,
    created_at: timeOf(row.created_at),
    last_used_at: timeOf(row.last_used_at),
    expires_at: timeOf(row.expires_at),
    is_current: row.id === principal.session_id,
  }));
}

export async function endOwnSession(
  ctx: TransactionContext,
  principal: UserPrincipal,
  id: string,
): Promise<void> {
  if (!(await endSession(ctx, id, principal.user_id)))
    throw new AppError('NOT_FOUND', 'There is no such session.');
  /** Whoever ends a session takes it for a stranger's, who may have begun to take over the address. */
  await ctx.tx
    .update(users)
    .set({ email_change: null })
    .where(
      and(
        ...[eq(users.tenant_id, ctx.tenant_id), eq(users.id, principal.user_id)],
        isNotNull(users.email_change),
      ),
    );
}

export async function changeMe(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { expected, patch }: { expected: number; patch: Body<typeof patchMe> },
): Promise<User> {
  const row = await lockUser(ctx, principal.user_id);
  requireVersion(toUser(row), expected);
  return write(ctx, row, patch);
}
