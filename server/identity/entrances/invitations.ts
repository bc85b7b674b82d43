/** Invitations: role and tenant are fixed, the link is good for seven days and once. */
import { and, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/identity/invitation.ts';
import type { Invitation } from '../../../shared/contract/identity/invitation.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { withLookUp } from '../../db/tenantTransactions.ts';
import { invitations, tenants } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { hashToken, newToken } from '../session/tokens.ts';
import { requireUnreserved } from '../users/reservedAddresses.ts';
import { requireGrantable, requireRoleFitsTenant } from '../users/roleGuards.ts';
import { accountExists, userByEmail } from '../users/users.ts';
import { isWaiting } from './unproven.ts';
import { mailInvitation } from './accountMail.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;

export type InvitationRow = typeof invitations.$inferSelect;

const stateOf = ({ state, expires_at }: InvitationRow, now: number): Invitation['state'] =>
  state === 'sent' && expires_at.getTime() <= now ? 'expired' : state;

const toInvitation = (row: InvitationRow, now: number): Invitation => ({
  email: row.email,
  role: row.role,
  locale: row.locale,
  state: stateOf(row, now),
  expires_at: instant(row.expires_at.getTime()),
  ...commonFieldsOf(row),
});

export const invitationListing = listing(contract.invitations)<InvitationRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(invitations)),
  fields: getTableColumns(invitations),
  id: invitations.id,
  scope: ({ tenant_id }) => eq(invitations.tenant_id, tenant_id),
  sortColumns: {
    email: invitations.email,
    expires_at: invitations.expires_at,
    created_at: invitations.created_at,
  },
  searchColumns: [invitations.email],
  filterColumns: {},
  deleted_at: invitations.deleted_at,
  created_at: invitations.created_at,
  serialize: ({ now }, rows) => rows.map(row => toInvitation(row, now)),
});

const nameOf = async ({ tx, tenant_id }: TransactionContext) => {
  const [tenant] = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenant_id));
  return tenant?.name ?? '';
};

const lockAddress = ({ tx, tenant_id }: TransactionContext, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${tenant_id} ${email}`}, 0))`);

/** An earlier invitation of the same address ends: one link is good at a time. */
export async function invite(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { email, role, locale = 'en', origin }: Body<typeof contract.invitations.create> & { origin: string },
): Promise<Invitation> {
  const { tx, tenant_id, user_id, now } = ctx;
  requireUnreserved(email);
  requireGrantable(actor, role);
  await requireRoleFitsTenant(ctx, role, tenant_id);
  const account = await withLookUp(tx, 'sign_in', () => userByEmail(tx, email));
  if (account && !isWaiting(account)) throw accountExists();
  await lockAddress(ctx, email);
  const isOpen = and(
    eq(invitations.tenant_id, tenant_id),
    eq(invitations.email, email),
    eq(invitations.state, 'sent'),
  );
  const earlier = await tx.select().from(invitations).where(isOpen).for('update');
  for (const one of earlier) if (stateOf(one, now) === 'sent') requireGrantable(actor, one.role);
  await tx
    .update(invitations)
    .set({ state: 'revoked', updated_at: dateOf(now) })
    .where(isOpen);
  const token = newToken();
  const [made] = await tx
    .insert(invitations)
    .values({
      ...{ id: uuid7(now), tenant_id, email, role, locale },
      ...{ hash: hashToken(token), expires_at: dateOf(now + DAYS * DAY_MS) },
      ...{ created_by: user_id, created_at: dateOf(now), updated_at: dateOf(now) },
    })
    .returning();
  await mailInvitation(
    ctx,
    { email, locale },
    {
      ...{ role, days: DAYS, inviter: actor.email, tenant: await nameOf(ctx) },
      link: `${origin}/auth#invitation=${token}`,
    },
  );
  return toInvitation(requireFound(made, 'invitation'), now);
}

/** Whoever may not give the role may not take it back either. */
export async function revokeInvitation(
  ctx: TransactionContext,
  actor: UserPrincipal,
  id: string,
): Promise<Invitation> {
  const { tx, tenant_id, now } = ctx;
  const isIt = and(eq(invitations.tenant_id, tenant_id), eq(invitations.id, id));
  const [found] = await tx.select().from(invitations).where(isIt).for('update');
  const row = requireFound(found, 'invitation');
  requireGrantable(actor, row.role);
  requireState(contract.invitations.actions.revoke, stateOf(row, now));
  ctx.auditNote.before = { state: row.state, email: row.email };
  const [revoked] = await tx
    .update(invitations)
    .set({ state: 'revoked', version: row.version + 1, updated_at: dateOf(now) })
    .where(isIt)
    .returning();
  return toInvitation(requireFound(revoked, 'invitation'), now);
}

/** Call it within the look-up scope `sign_in`. */
export async function invitationByToken(tx: Db, token: string, now: number): Promise<InvitationRow | null> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.hash, hashToken(token)),
        eq(invitations.state, 'sent'),
        gt(invitations.expires_at, dateOf(now)),
      ),
    );
  return row ?? null;
}

export async function sweepInvitations(tx: Db, now: number): Promise<void> {
  await tx.delete(invitations).where(lt(invitations.expires_at, dateOf(now - KEPT_MS)));
}
