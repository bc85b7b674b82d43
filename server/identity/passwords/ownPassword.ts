/** The user's own password: confirmed, changed, or reset by a link. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Assertion } from '../../../shared/contract/identity/account/assertion.ts';
import { resetTokens, sessions, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionOpener } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { networkOf } from '../../transaction/limits.ts';
import { mailPasswordChange } from '../entrances/accountMail.ts';
import { requirePasskey } from '../passkeys/confirm.ts';
import { removePasskeysOf } from '../passkeys/ownPasskeys.ts';
import { hasSecondFactor, lockOwnRow, requireCode } from '../secondFactor/factor.ts';
import { requireUncommon } from './commonPasswords.ts';
import { endResetLinks } from './resetLinks.ts';
import type { HttpExchange } from '../session/enter.ts';
import { recogniseBrowser } from '../session/knownBrowser.ts';
import { lockOwnAccount } from '../session/ownAccount.ts';
import { endSessions } from '../session/sessions.ts';
import { hashToken } from '../session/tokens.ts';

interface Entered {
  /** Of the password, for what is said of it. */
  field: string;
  password?: string | undefined;
  /** In place of password and code. */
  passkey?: Assertion | undefined;
  code?: string | undefined;
  request: FastifyRequest;
}
/** Throws WRONG_PASSKEY, or WRONG_PASSWORD and what `requireCode` throws where the user has a second factor. Wrong attempts count per account and session; once they are too many, nothing is hashed. */
export async function requirePassword(
  server: Server,
  principal: UserPrincipal,
  { field, password, passkey, code, request }: Entered,
): Promise<void> {
  await server.limits.take('confirm_network', [networkOf(request.ip)]);
  if (passkey !== undefined) return requirePasskey(server, principal, { passkey, request });
  if (password === undefined)
    throw new AppError('VALIDATION', 'Password is required', { [field]: ['Password is required'] });
  const whose = `${principal.email} session ${principal.session_id}`;
  const isLocked = await server.limits.isOver('password', whose);
  const [user] = await server.tenantTransactions.inTenant(principal.home_tenant_id, tx =>
    tx.select().from(users).where(eq(users.id, principal.user_id)),
  );
  if (isLocked || !(await server.passwords.verify(user?.password_hash ?? null, password)))
    throw new AppError('WRONG_PASSWORD', 'The current password is wrong.', {
      [field]: ['The current password is wrong.'],
    });
  await server.limits.clear('password', whose);
  if (user && hasSecondFactor(user)) await requireCode(server, user, code);
}

export const markAuthenticated = (inTenantOf: TransactionOpener['inTenant'], { session_id }: UserPrincipal) =>
  inTenantOf(async ({ tx, tenant_id, now }) => {
    await tx
      .update(sessions)
      .set({ authenticated_at: dateOf(now) })
      .where(and(eq(sessions.tenant_id, tenant_id), eq(sessions.id, session_id)));
  });

export async function changePassword(
  server: Server,
  inTenantOf: TransactionOpener['inTenant'],
  principal: UserPrincipal,
  { newPassword, origin, ...ends }: { newPassword: string; origin: string } & HttpExchange,
): Promise<void> {
  requireUncommon(newPassword, 'newPassword');
  const password_hash = await server.passwords.hash(newPassword);
  await inTenantOf(async ctx => {
    await lockOwnAccount(ctx, principal);
    ctx.auditNote.target_id = principal.user_id;
    ctx.auditNote.after = {};
    await setPassword(ctx, { id: principal.user_id, password_hash, origin });
    await endSessions(ctx, principal.user_id, principal.session_id);
  });
  /** Other browsers are strange to the account from now on; this one is not. */
  recogniseBrowser(server, { id: principal.user_id, password_hash }, ends);
}

interface NewPassword {
  id: string;
  password_hash: string;
  origin: string;
  /** Whoever opened the link reads the mail of that address. */
  byLink?: boolean;
}
/** Earlier links become invalid, that of a new address too, and the owner of the address is told. */
async function setPassword(
  ctx: TransactionContext,
  { id: user_id, password_hash, origin, byLink = false }: NewPassword,
): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const [user] = await tx
    .update(users)
    .set({
      password_hash,
      must_change_password: false,
      password_expires_at: null,
      sign_in_ticket: null,
      email_change: null,
      ...(byLink ? { email_verified_at: dateOf(now) } : {}),
      updated_at: dateOf(now),
    })
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, user_id)))
    .returning();
  if (user && !user.demo) await mailPasswordChange(ctx, user, origin);
  /** He begins anew with it; who changes a password that he knows keeps his passkeys. */
  if (user && byLink) await removePasskeysOf(ctx, user, origin);
  await endResetLinks(ctx, user_id);
}

export async function resetPasswordByLink(
  server: Server,
  { token, newPassword, origin }: { token: string; newPassword: string; origin: string },
): Promise<void> {
  requireUncommon(newPassword, 'newPassword');
  const hash = hashToken(token);
  const refused = () =>
    new AppError('VALIDATION', 'This link is no longer good.', { token: ['This link is no longer good.'] });
  const [known] = await server.tenantTransactions.lookUp('sign_in', tx =>
    tx.select().from(resetTokens).where(eq(resetTokens.hash, hash)),
  );
  /** A token cannot be guessed, so that the time of the answer gives nothing away. */
  if (!known) throw refused();
  const password_hash = await server.passwords.hash(newPassword);
  await inTenant(server, { tenant_id: known.tenant_id, user_id: known.user_id }, async ctx => {
    /** Locked before the link, as whoever suspends the user or changes his password locks them. */
    const user = await lockOwnRow(ctx, known.user_id);
    if (user?.status !== 'active' || user.deleted_at !== null) throw refused();
    const [used] = await ctx.tx
      .update(resetTokens)
      .set({ used_at: dateOf(ctx.now) })
      .where(
        and(
          eq(resetTokens.tenant_id, ctx.tenant_id),
          eq(resetTokens.hash, hash),
          isNull(resetTokens.used_at),
          gt(resetTokens.expires_at, dateOf(ctx.now)),
        ),
      )
      .returning({ user_id: resetTokens.user_id });
    if (!used) throw refused();
    await setPassword(ctx, { id: used.user_id, password_hash, origin, byLink: true });
    await endSessions(ctx, used.user_id);
    const auditPrincipal = {
      id: used.user_id,
      role: null,
      email: null,
      ip: null,
      ua: null,
      request_id: null,
    };
    const entry = { action: 'auth.reset', target_type: 'users', target_id: used.user_id, diff: {} };
    await appendAuditEntry(ctx, auditPrincipal, entry);
  });
}
