/** One's own password: said again, changed, or set anew by a link. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { resetTokens, sessions, users } from '../../db/schema.ts';
import type { UserCaller } from '../../http/caller.ts';
import type { Opener } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { writeDown } from '../../transaction/audit.ts';
import { inTenant, type Work } from '../../transaction/work.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from '../session/sessions.ts';
import { freshToken, hashed } from '../session/tokens.ts';
import type { UserRow } from '../users/users.ts';

const LINK_MIN = 30;
const LINK_MS = LINK_MIN * 60_000;

/** Throws WRONG_PASSWORD; the tries of an account count wherever they are made. */
export async function requirePassword(
  server: Server,
  caller: UserCaller,
  said: { field: string; password: string },
): Promise<void> {
  const whose = `${caller.email} session ${caller.session_id}`;
  const isLocked = await server.limits.isOver('password', whose);
  const [user] = await server.doors.inTenant(caller.home_tenant_id, tx =>
    tx.select({ hash: users.password_hash }).from(users).where(eq(users.id, caller.user_id)),
  );
  if (!(await server.passwords.isRight(user?.hash ?? null, said.password)) || isLocked)
    throw new AppError('WRONG_PASSWORD', 'The current password is wrong.', {
      [said.field]: ['The current password is wrong.'],
    });
  await server.limits.clear('password', whose);
}

export const confirm = (inTenantOf: Opener['inTenant'], { session_id }: UserCaller) =>
  inTenantOf(async ({ tx, tenant_id, now }) => {
    await tx
      .update(sessions)
      .set({ authenticated_at: dateOf(now) })
      .where(and(eq(sessions.tenant_id, tenant_id), eq(sessions.id, session_id)));
  });

export async function changePassword(
  inTenantOf: Opener['inTenant'],
  caller: UserCaller,
  newPassword: string,
): Promise<void> {
  const password_hash = await hashPassword(newPassword);
  await inTenantOf(async work => {
    work.noted.target_id = caller.user_id;
    work.noted.after = {};
    await setPassword(work, caller.user_id, password_hash);
    await endSessions(work, caller.user_id, caller.session_id);
  });
}

/** Links that were sent before are good for nothing from then on. */
async function setPassword(
  { tx, tenant_id, now }: Work,
  user_id: string,
  password_hash: string,
): Promise<void> {
  await tx
    .update(users)
    .set({
      password_hash,
      must_change_password: false,
      password_expires_at: null,
      updated_at: dateOf(now),
    })
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, user_id)));
  await tx
    .update(resetTokens)
    .set({ used_at: dateOf(now) })
    .where(
      and(
        eq(resetTokens.tenant_id, tenant_id),
        eq(resetTokens.user_id, user_id),
        isNull(resetTokens.used_at),
      ),
    );
}

/** A link good for half an hour, to the account's own address and nowhere else. */
export async function sendLink(
  work: Work,
  user: Pick<UserRow, 'id' | 'email'>,
  origin: string,
): Promise<void> {
  const { server, tx, tenant_id, now } = work;
  const token = freshToken();
  await tx.insert(resetTokens).values({
    hash: hashed(token),
    tenant_id,
    user_id: user.id,
    expires_at: dateOf(now + LINK_MS),
  });
  await server.mail.send({
    to: user.email,
    subject: 'Wayside: set your password / 设置密码',
    text: [
      `Set your password within ${LINK_MIN} minutes; the link works once:`,
      `请在 ${LINK_MIN} 分钟内设置密码，链接仅可使用一次：`,
      '',
      `${origin}/auth#reset=${token}`,
      '',
    ].join('\n'),
  });
}

export async function resetByLink(server: Server, token: string, newPassword: string): Promise<void> {
  const hash = hashed(token);
  const refused = () =>
    new AppError('VALIDATION', 'This link is no longer good.', { token: ['This link is no longer good.'] });
  const [known] = await server.doors.lookUp('sign_in', tx =>
    tx.select().from(resetTokens).where(eq(resetTokens.hash, hash)),
  );
  const password_hash = await hashPassword(newPassword);
  if (!known) throw refused();
  await inTenant(server, { tenant_id: known.tenant_id, by: known.user_id }, async work => {
    const [used] = await work.tx
      .update(resetTokens)
      .set({ used_at: dateOf(work.now) })
      .where(
        and(
          eq(resetTokens.tenant_id, work.tenant_id),
          eq(resetTokens.hash, hash),
          isNull(resetTokens.used_at),
          gt(resetTokens.expires_at, dateOf(work.now)),
        ),
      )
      .returning({ user_id: resetTokens.user_id });
    if (!used) throw refused();
    await setPassword(work, used.user_id, password_hash);
    await endSessions(work, used.user_id);
    const doer = { id: used.user_id, role: null, email: null, ip: null, ua: null, request_id: null };
    const deed = { action: 'auth.reset', target_type: 'users', target_id: used.user_id, diff: {} };
    await writeDown(work, doer, deed);
  });
}
