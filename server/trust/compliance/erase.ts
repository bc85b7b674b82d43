/** Erases a person: the account ends, what is only about the person goes, and what stays holds a pseudonym. */
import { and, eq, exists, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  businessRegistrations,
  idempotencyKeys,
  invitations,
  passkeys,
  payoutAccounts,
  resetTokens,
  savedViews,
  sessions,
  tenants,
  ticketAttachments,
  tickets,
  users,
} from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import type { UserRow } from '../../identity/users/users.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { pseudonymOf } from './redact.ts';
import { isWithin, type Reach } from './reach.ts';
import { deleteAuditDetails, replaceNamesBeside, redactTables } from './redactTables.ts';
import { sealContracts, sealSignatures } from './sealed.ts';
import type { Wanted } from './wanted.ts';

/** The person can do nothing more: what he began before is found once this has committed. Names and address still stand. */
export async function lockAccount({ tx, now }: TransactionContext, user: UserRow): Promise<void> {
  const revoked_at = dateOf(now);
  await tx.update(sessions).set({ revoked_at }).where(eq(sessions.user_id, user.id));
  await tx
    .update(users)
    .set({
      ...{ status: 'deactivated', sessions_ended_at: revoked_at, sign_in_ticket: null, email_change: null },
      ...{ version: user.version + 1, updated_at: dateOf(now) },
    })
    .where(eq(users.id, user.id));
}

/** Within a transaction that sees the rows of all tenants. */
export async function erasePerson(ctx: TransactionContext, user: UserRow, wanted: Wanted): Promise<void> {
  await eraseTraces(ctx, wanted);
  await endAccount(ctx, user);
}

/** That the person had under the address before, where it is his for certain: they were removed, and he has come again. */
export const removedAccountsOf = (tx: Db, user: UserRow, reach: Reach): Promise<UserRow[]> =>
  user.email_verified_at === null
    ? Promise.resolve([])
    : tx
        .select()
        .from(users)
        .where(
          and(
            ...[eq(users.email, user.email), ne(users.id, user.id), isNotNull(users.deleted_at)],
            isWithin(reach, sql`${users.tenant_id}`),
          ),
        )
        .for('update');

/** Whatever names the person, save the account. May be done again: a call of his may have ended meanwhile. */
export async function eraseTraces(ctx: TransactionContext, wanted: Wanted): Promise<void> {
  const { tx } = ctx;
  await sealContracts(ctx, wanted);
  await sealSignatures(ctx, wanted);
  await forgetContact(ctx, wanted);
  await deleteOwnRows(tx, wanted);
  await replaceNamesBeside(tx, wanted);
  await redactTables(tx, wanted);
  await deleteAuditDetails(tx, wanted);
}

/** Of the tenant of the account; of all within reach where the address is his for certain. */
const isOfAddress = (column: SQL, { email, tenant_id, isProven, reach }: Wanted, tenant: SQL) =>
  and(
    sql`lower(${column}) = lower(${email})`,
    isWithin(reach, tenant),
    isProven ? undefined : sql`${tenant} = ${tenant_id}::uuid`,
  );

/** What has no meaning without the person. */
async function deleteOwnRows(tx: Db, wanted: Wanted): Promise<void> {
  const { id } = wanted;
  await tx.delete(sessions).where(eq(sessions.user_id, id));
  await tx.delete(resetTokens).where(eq(resetTokens.user_id, id));
  await tx.delete(passkeys).where(eq(passkeys.user_id, id));
  await tx.delete(payoutAccounts).where(eq(payoutAccounts.user_id, id));
  await tx.delete(savedViews).where(eq(savedViews.user_id, id));
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.user_id, id));
  await tx.delete(ticketAttachments).where(
    and(
      eq(ticketAttachments.author_id, id),
      isWithin(wanted.reach, sql`${ticketAttachments.tenant_id}`),
      exists(
        tx
          .select({ one: sql`1` })
          .from(tickets)
          .where(and(eq(tickets.id, ticketAttachments.ticket_id), eq(tickets.requester_id, id))),
      ),
    ),
  );
  const { email, tenant_id } = invitations;
  await tx.delete(invitations).where(isOfAddress(sql`${email}`, wanted, sql`${tenant_id}`));
  const { user_id, ...of } = businessRegistrations;
  await tx
    .delete(businessRegistrations)
    .where(or(eq(user_id, id), isOfAddress(sql`${of.email}`, wanted, sql`${of.tenant_id}`)));
}

/** A company that became a tenant took the address and the telephone of whoever registered it. */
async function forgetContact({ tx, now }: TransactionContext, wanted: Wanted): Promise<void> {
  const { contact_email, version, id } = tenants;
  const isFormer = and(eq(id, wanted.tenant_id), inArray(sql`lower(${contact_email})`, wanted.addresses));
  await tx
    .update(tenants)
    .set({ contact_email: null, contact_phone: null, version: sql`${version} + 1`, updated_at: dateOf(now) })
    .where(or(isFormer, isOfAddress(sql`${contact_email}`, wanted, sql`${id}`)));
}

async function endAccount({ tx, now }: TransactionContext, user: UserRow): Promise<void> {
  const isHe = eq(users.id, user.id);
  const { email } = pseudonymOf(user.id);
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, user.id)));
  await tx
    .update(users)
    .set({
      /** Nobody can take such an address; one that two would share is not worth a failure either. */
      ...{ email: other ? `${user.id}.${email}` : email, first_name: null, last_name: null },
      ...{
        status: 'deactivated',
        password_hash: null,
        second_factor: null,
        sign_in_ticket: null,
        email_change: null,
        former_emails: [],
        proven_emails: [],
        must_change_password: false,
      },
      ...{ google_sub: null, apple_sub: null, email_verified_at: null, last_login_at: null },
      ...{ is_signatory: false, onboarding: {}, tz: 'UTC' },
      ...{ version: sql`${users.version} + 1`, updated_at: dateOf(now) },
    })
    .where(isHe);
  /** The database keeps the name that was just taken away among the former ones. */
  await tx.update(users).set({ former_names: [] }).where(isHe);
}
