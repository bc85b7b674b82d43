/** The user's own address: a link to the new one, which makes it the address of the account. */
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { dateOf, instant } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { users } from '../../db/schema.ts';
import { codeOf, UNIQUE_VIOLATION } from '../../db/tenantTransactions.ts';
import { auditPrincipalOf } from '../../http/auditPrincipal.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionOpener } from '../../http/route.ts';
import { appendAuditEntry, diffOf } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { mailAddressChange, mailAddressLink, mailAddressTaken } from '../entrances/accountMail.ts';
import { lockOwnRow } from '../secondFactor/factor.ts';
import { lockOwnAccount } from '../session/ownAccount.ts';
import { homeStatus } from '../session/mayEnter.ts';
import { hashToken, newToken } from '../session/tokens.ts';
import { moveAddress } from '../users/moveAddress.ts';
import { requireUnreserved } from '../users/reservedAddresses.ts';
import { userByEmail, type UserRow } from '../users/users.ts';
import { endResetLinks } from './resetLinks.ts';

const LINK_MIN = 30;
const LINK_MS = LINK_MIN * 60_000;
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./;
const MAX_FORMER = 20;

/**
 * Replaces the link of an earlier request. The same is written and sent to the person whether another account has the
 * address or not: only its own mailbox says so. Throws RATE_LIMITED, and VALIDATION at `email` where it is his already.
 */
export async function askEmailChange(
  server: Server,
  inTenantOf: TransactionOpener['inTenant'],
  principal: UserPrincipal,
  { email, origin }: { email: string; origin: string },
): Promise<void> {
  const { user_id } = principal;
  requireUnreserved(email);
  await server.limits.take('address_links', [user_id, email]);
  const taken = await server.tenantTransactions.lookUp('sign_in', tx => userByEmail(tx, email));
  await inTenantOf(async ctx => {
    const row = await lockOwnAccount(ctx, principal);
    if (row.email === email)
      throw new AppError('VALIDATION', 'This is the address already.', {
        email: ['This is the address already'],
      });
    ctx.auditNote.target_id = user_id;
    ctx.auditNote.after = { email };
    if (row.demo) return;
    const token = `${user_id}.${newToken()}`;
    const email_change = { hash: hashToken(token), email, expires_at: instant(ctx.now + LINK_MS) };
    await update(ctx, user_id, { email_change });
    await mailAddressChange(ctx, row, { is: 'requested', to: email, link: `${origin}/auth?mode=reset` });
    if (taken) return mailAddressTaken(ctx, taken, origin);
    const link = `${origin}/auth#email=${token}`;
    await mailAddressLink(ctx, { email, locale: row.locale }, { minutes: LINK_MIN, link });
  });
}

const update = ({ tx, tenant_id, now }: TransactionContext, id: string, set: Partial<UserRow>) =>
  tx
    .update(users)
    .set({ ...set, updated_at: dateOf(now) })
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, id)));

/** The same for a link that is unknown, used, replaced by a later one or too old, and where another account has the address by now. */
const refused = () =>
  new AppError('VALIDATION', 'This link is no longer good.', { token: ['This link is no longer good.'] });
/** Two accounts took the same address at once. */
const isTaken = (error: unknown) => codeOf(error) === UNIQUE_VIOLATION;

/** Who is at the link, where it may still be used. */
async function waiting(server: Server, id: string, hash: string): Promise<UserRow | null> {
  return server.tenantTransactions.lookUp('sign_in', async tx => {
    const [row] = await tx.select().from(users).where(eq(users.id, id));
    if (row?.email_change?.hash !== hash) return null;
    const home = await homeStatus(tx, row.tenant_id);
    const other = await userByEmail(tx, row.email_change.email);
    return home === null || home === 'archived' || other !== null ? null : row;
  });
}

/**
 * Links that were sent to the earlier address end, and so do accounts of Google and Apple that are linked to this one;
 * sessions go on. Returns the new address.
 */
export async function confirmEmailChange(
  server: Server,
  { token, origin, request }: { token: string; origin: string; request: FastifyRequest },
): Promise<string> {
  const id = TOKEN.exec(token)?.[1];
  const hash = hashToken(token);
  const found = id === undefined ? null : await waiting(server, id, hash);
  if (id === undefined || !found) throw refused();
  const { tenant_id } = found;
  return inTenant(server, { tenant_id, user_id: id, tenants: 'all' }, async ctx => {
    const row = await lockOwnRow(ctx, id);
    const change = row?.email_change;
    if (!row || change?.hash !== hash || change.expires_at <= instant(ctx.now)) throw refused();
    if (row.status !== 'active' || row.deleted_at !== null) throw refused();
    const { email } = change;
    const isProven = row.email_verified_at !== null;
    const withEarlier = (all: string[]) => [...new Set([...all, row.email])].slice(-MAX_FORMER);
    const former_emails = withEarlier(row.former_emails);
    const proven_emails = isProven ? withEarlier(row.proven_emails) : row.proven_emails;
    await update(ctx, id, {
      ...{ email, former_emails, proven_emails, email_verified_at: dateOf(ctx.now), email_change: null },
      ...{ google_sub: null, apple_sub: null, version: row.version + 1 },
    }).catch((error: unknown) => {
      throw isTaken(error) ? refused() : error;
    });
    await moveAddress(ctx.tx, { id, from: row.email, to: email, isProven });
    await endResetLinks(ctx, id);
    await mailAddressChange(ctx, row, { is: 'changed', to: email, link: `${origin}/contact` });
    const entry = { action: 'auth.confirm-email', target_type: 'users', target_id: id };
    const diff = diffOf({ email: row.email }, { email });
    await appendAuditEntry(ctx, auditPrincipalOf(row, request), { ...entry, diff });
    return email;
  });
}
