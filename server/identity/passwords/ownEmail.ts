/** The user's own address: a link to the new one, which makes it the address of the account. */
import { and, eq, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { users } from '../../db/schema.ts';
import { codeOf } from '../../db/tenantTransactions.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionOpener } from '../../http/route.ts';
import { appendAuditEntry, diffOf } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { mailAddressChange, mailAddressLink } from '../entrances/accountMail.ts';
import { lockOwnRow } from '../secondFactor/factor.ts';
import { hashToken, newToken } from '../session/tokens.ts';
import { userByEmail, type UserRow } from '../users/users.ts';
import { endResetLinks } from './resetLinks.ts';

const LINK_MIN = 30;
const LINK_MS = LINK_MIN * 60_000;
const UUID_LENGTH = 36;

/** Replaces the link of an earlier request. Of an address that another account has nobody learns anything here. */
export async function askEmailChange(
  server: Server,
  inTenantOf: TransactionOpener['inTenant'],
  { user_id }: UserPrincipal,
  { email, origin }: { email: string; origin: string },
): Promise<void> {
  const taken = await server.tenantTransactions.lookUp('sign_in', tx => userByEmail(tx, email));
  await inTenantOf(async ctx => {
    const row = await lockOwnRow(ctx, user_id);
    if (row?.email === email)
      throw new AppError('VALIDATION', 'This is the address already.', {
        email: ['This is the address already'],
      });
    ctx.auditNote.target_id = user_id;
    ctx.auditNote.after = { email };
    if (!row || row.demo || taken !== null) return;
    const token = `${user_id}.${newToken()}`;
    const email_change = { hash: hashToken(token), email, expires_at: instant(ctx.now + LINK_MS) };
    await update(ctx, user_id, { email_change });
    const link = `${origin}/auth#email=${token}`;
    await mailAddressLink(ctx, { email, locale: row.locale }, { minutes: LINK_MIN, link });
    await mailAddressChange(ctx, row, { is: 'requested', to: email, link: `${origin}/auth?mode=reset` });
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
const isTaken = (error: unknown) => codeOf(error) === '23505';

/** Links that were sent to the earlier address end; sessions go on. Returns the new address. */
export async function confirmEmailChange(
  server: Server,
  { token, origin }: { token: string; origin: string },
): Promise<string> {
  const id = token.slice(0, UUID_LENGTH);
  const hash = hashToken(token);
  const found = await server.tenantTransactions.lookUp('sign_in', async tx => {
    const [row] = await tx
      .select()
      .from(users)
      .where(sql`${users.id}::text = ${id}`);
    const to = row?.email_change?.email;
    return row && to !== undefined && (await userByEmail(tx, to)) === null ? row : null;
  });
  if (found?.email_change?.hash !== hash) throw refused();
  return inTenant(server, { tenant_id: found.tenant_id, user_id: id }, async ctx => {
    const row = await lockOwnRow(ctx, id);
    const change = row?.email_change;
    if (!row || change?.hash !== hash || change.expires_at <= instant(ctx.now)) throw refused();
    if (row.status !== 'active' || row.deleted_at !== null) throw refused();
    const { email } = change;
    await update(ctx, id, {
      ...{ email, email_verified_at: dateOf(ctx.now), email_change: null, version: row.version + 1 },
    }).catch((error: unknown) => {
      throw isTaken(error) ? refused() : error;
    });
    await endResetLinks(ctx, id);
    await mailAddressChange(ctx, row, { is: 'changed', to: email, link: `${origin}/contact` });
    const who = { id, role: row.role, email: row.email, ip: null, ua: null, request_id: null };
    const diff = diffOf({ email: row.email }, { email });
    await appendAuditEntry(ctx, who, {
      action: 'auth.confirm-email',
      target_type: 'users',
      target_id: id,
      diff,
    });
    return email;
  });
}
