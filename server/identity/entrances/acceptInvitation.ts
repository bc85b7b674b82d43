/** An invitation is opened and accepted by whoever holds its link, who is then signed in. */
import { and, eq, isNull } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import { dateOf } from '../../../shared/clock.ts';
import type { acceptInvitation as contract } from '../../../shared/contract/identity/invitation.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isAbove } from '../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { invitations, tenants, users } from '../../db/schema.ts';
import { auditPrincipalOf } from '../../http/auditPrincipal.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { requireUncommon } from '../passwords/commonPasswords.ts';
import { openUserSession, type HttpExchange } from '../session/enter.ts';
import { homeStatus } from '../session/mayEnter.ts';
import type { Sessions } from '../session/sessions.ts';
import { requireWithinPlan } from '../tenants/plan.ts';
import { requireRoleFitsTenant } from '../users/roleGuards.ts';
import { accountExists, type UserRow } from '../users/users.ts';
import { editionsOfAccount, noteAccepted } from './accepted.ts';
import { invitationByToken, type InvitationRow } from './invitations.ts';
import { endUnproven, isWaiting, NOTHING_KNOWN } from './unproven.ts';

/** The same for a link that is unknown, used, revoked or too old. */
const refused = () =>
  new AppError('VALIDATION', 'This link is no longer good.', { token: ['This link is no longer good.'] });

async function invitationOf({ tenantTransactions, clock }: Server, token: string) {
  const found = await tenantTransactions.lookUp('sign_in', async tx => {
    const row = await invitationByToken(tx, token, clock.now());
    if (!row) return null;
    const [tenant] = await tx
      .select({ name: tenants.name, status: tenants.status })
      .from(tenants)
      .where(and(eq(tenants.id, row.tenant_id), isNull(tenants.deleted_at)));
    return tenant?.status === 'active' ? { row, tenant_name: tenant.name } : null;
  });
  if (!found) throw refused();
  return found;
}

export async function openInvitation(server: Server, token: string) {
  const { row, tenant_name } = await invitationOf(server, token);
  return { email: row.email, role: row.role, tenant_name };
}

/** Whoever invited may have been suspended or removed since, or stand lower than he did; he may be of another tenant. */
async function requireInviter({ tx }: TransactionContext, { created_by, role }: InvitationRow) {
  const [inviter] = await tx
    .select({ role: users.role, status: users.status })
    .from(users)
    .where(and(equals(users.id, created_by), isNull(users.deleted_at)));
  if (inviter?.status !== 'active' || !isAbove(inviter.role, role)) throw refused();
}

type Entered = Pick<UserRow, 'password_hash'> & { first_name?: string; last_name?: string };

/** Anybody may have registered with the address while its owner had the invitation: the link proves whose it is. */
async function takeOver(
  ctx: TransactionContext,
  { email, role, locale, created_by }: InvitationRow,
  { password_hash, first_name, last_name }: Entered,
): Promise<UserRow | null> {
  const { tx, tenant_id, now } = ctx;
  const [waiting] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deleted_at)))
    .for('update');
  if (!waiting || !isWaiting(waiting)) return null;
  await endUnproven({ ...ctx, tenant_id: waiting.tenant_id }, waiting);
  const [taken] = await tx
    .update(users)
    .set({
      ...{ ...NOTHING_KNOWN, password_hash },
      ...{ first_name: first_name ?? null, last_name: last_name ?? null },
      ...{ tenant_id, role, locale, created_by, status: 'active' },
      ...{ email_verified_at: dateOf(now), version: waiting.version + 1, updated_at: dateOf(now) },
    })
    .where(eq(users.id, waiting.id))
    .returning();
  return taken ?? null;
}

async function makeUser(ctx: TransactionContext, invitation: InvitationRow, rest: Entered): Promise<UserRow> {
  const { tx, tenant_id, now } = ctx;
  const { email, role, locale, created_by } = invitation;
  const [made] = await tx
    .insert(users)
    .values({
      ...{ id: uuid7(now), tenant_id, email, role, locale, created_by, status: 'active', ...rest },
      ...{ email_verified_at: dateOf(now), created_at: dateOf(now), updated_at: dateOf(now) },
    })
    .onConflictDoNothing()
    .returning();
  const user = made ?? (await takeOver(ctx, invitation, rest));
  if (!user) throw accountExists();
  await requireWithinPlan(ctx, 'users');
  return user;
}

export async function acceptInvitation(
  server: Server,
  sessions: Sessions,
  { token, password, ...names }: Body<typeof contract>,
  ends: HttpExchange,
) {
  requireUncommon(password, 'password');
  const { row } = await invitationOf(server, token);
  const password_hash = await server.passwords.hash(password);
  const accepted = await editionsOfAccount(server);
  /** The account that waits may be of another tenant, as may whoever invited. */
  const options = { tenant_id: row.tenant_id, user_id: null, tenants: 'all' } as const;
  return inTenant(server, options, async ctx => {
    const [used] = await ctx.tx
      .update(invitations)
      .set({ state: 'accepted', version: row.version + 1, updated_at: dateOf(ctx.now) })
      .where(
        and(
          eq(invitations.tenant_id, ctx.tenant_id),
          eq(invitations.id, row.id),
          eq(invitations.state, 'sent'),
        ),
      )
      .returning({ id: invitations.id });
    if (!used) throw refused();
    if ((await homeStatus(ctx.tx, ctx.tenant_id)) !== 'active') throw refused();
    await requireInviter(ctx, row);
    await requireRoleFitsTenant(ctx, row.role, ctx.tenant_id);
    const made = await makeUser(ctx, row, { password_hash, ...names });
    await noteAccepted(ctx, accepted, made);
    await appendAuditEntry(ctx, auditPrincipalOf(made, ends.request), {
      ...{ action: 'auth.accept-invitation', target_type: 'users' },
      ...{ target_id: made.id, target_name: made.email, diff: {} },
    });
    return openUserSession(ctx, sessions, { user: made, ...ends });
  });
}
