/** The end of every way in: the user is known, and gets a session or is asked for his second factor. */
import { and, eq } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CodeNeeded, SignedIn } from '../../../shared/contract/identity/auth.ts';
import type { Server } from '../../context/server.ts';
import { tenants, users } from '../../db/schema.ts';
import { auditPrincipalOf } from '../../http/auditPrincipal.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { mailNewBrowser } from '../entrances/accountMail.ts';
import { linkOrigin } from '../passwords/linkOrigin.ts';
import { hasSecondFactor, isFactorDue, lockOwnRow } from '../secondFactor/factor.ts';
import { actableTenants } from '../tenants/actable.ts';
import { toUser, type UserRow } from '../users/users.ts';
import { recogniseBrowser, wasKnown } from './knownBrowser.ts';
import { homeStatus, requireMayEnter, wrongCredentials } from './mayEnter.ts';
import type { Sessions } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';

export type { SignedIn };
export interface HttpExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

const TICKET_MS = 5 * 60_000;

/** Replaces the ticket of an earlier try: a user signs in at one place at a time. */
async function issueTicket({ tx, tenant_id, now }: TransactionContext, user: UserRow): Promise<CodeNeeded> {
  const ticket = `${user.id}.${newToken()}`;
  const expires_at = instant(now + TICKET_MS);
  await tx
    .update(users)
    .set({ sign_in_ticket: { hash: hashToken(ticket), expires_at } })
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, user.id)));
  return { ticket, expires_at };
}

/** Within the user's own tenant, once all that he is asked for has been answered. */
export async function openUserSession(
  ctx: TransactionContext,
  sessions: Sessions,
  { user, ...ends }: { user: UserRow } & HttpExchange,
): Promise<SignedIn> {
  const last_login_at = dateOf(ctx.now);
  await ctx.tx
    .update(users)
    .set({ last_login_at })
    .where(and(eq(users.tenant_id, ctx.tenant_id), eq(users.id, user.id)));
  const tokens = await sessions.open(ctx, user.id, ends);
  const isKnown = recogniseBrowser(ctx.server, user, ends) || (await wasKnown(ctx, user, ends.request));
  /** The first sign-in of all comes from a browser that nobody knows. */
  if (!isKnown && user.last_login_at !== null && !user.demo)
    await mailNewBrowser(ctx, user, {
      agent: ends.request.headers['user-agent'] ?? null,
      ip: ends.request.ip,
      origin: linkOrigin(ctx.server.config, ends.request),
    });
  const entry = { action: 'auth.login', target_type: 'users', target_id: user.id, diff: {} };
  await appendAuditEntry(ctx, auditPrincipalOf(user, ends.request), entry);
  const [home] = await ctx.tx
    .select({ roles: tenants.require_second_factor_roles })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const isDue = isFactorDue(user, home?.roles ?? []);
  const { role } = user;
  /** Whoever may do nothing yet learns nothing yet. */
  const isLedByTenants = !user.must_change_password && !isDue && role !== 'device_owner';
  return {
    user: toUser({ ...user, last_login_at }),
    tokens,
    ...(isDue ? { second_factor_due: true as const } : {}),
    ...(isLedByTenants && { tenants: await actableTenants(ctx, { role, home_tenant_id: user.tenant_id }) }),
  };
}

/**
 * After the password, or what stands for it: whoever has a second factor gets a ticket instead of a session. The account
 * is read again under a lock: who was suspended, or set another password or ended all sessions while his first factor
 * was checked, does not enter by the old one.
 */
export const enterAfterFirstFactor = (
  server: Server,
  sessions: Sessions,
  { user: checked, ...ends }: { user: UserRow } & HttpExchange,
): Promise<SignedIn | CodeNeeded> =>
  inTenant<SignedIn | CodeNeeded>(
    server,
    { tenant_id: checked.tenant_id, user_id: checked.id },
    async ctx => {
      const user = await lockOwnRow(ctx, checked.id);
      if (user?.password_hash !== checked.password_hash || lastEnd(user) !== lastEnd(checked))
        throw wrongCredentials();
      requireMayEnter(user, await homeStatus(ctx.tx, user.tenant_id));
      return hasSecondFactor(user)
        ? issueTicket(ctx, user)
        : openUserSession(ctx, sessions, { user, ...ends });
    },
  );
const lastEnd = ({ sessions_ended_at }: UserRow) => sessions_ended_at?.getTime();
