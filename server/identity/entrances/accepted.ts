/** Legal texts of the platform that hold, and the note of whoever agrees to one. */
import { and, desc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { Consent } from '../../../shared/contract/trust/consent.ts';
import { templateEdition, type DocumentKind } from '../../../shared/contract/trust/legalTexts.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { consentRecords, policies, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { UserRow } from '../users/users.ts';

/** Published texts of the platform, the newest first; call it across tenants. */
export const platformPolicies = (tx: Db, kind: DocumentKind) =>
  tx
    .select(getTableColumns(policies))
    .from(policies)
    .innerJoin(tenants, and(eq(tenants.id, policies.tenant_id), eq(tenants.kind, 'platform')))
    .where(
      and(
        ...[eq(policies.kind, kind), inArray(policies.state, ['published', 'superseded'])],
        isNull(policies.deleted_at),
      ),
    )
    .orderBy(desc(policies.effective_at), desc(policies.published_at), desc(policies.id));

/** What somebody accepts who accepts now; call it across tenants. */
export async function currentEdition(tx: Db, kind: DocumentKind, now: number): Promise<string> {
  const rows = await platformPolicies(tx, kind);
  return rows.find(row => row.effective_at.getTime() <= now)?.edition ?? templateEdition(kind);
}

/** Call it before a transaction of the tenant: the texts are the platform's. */
export const editionsOf = ({ tenantTransactions, clock }: Server, kinds: readonly DocumentKind[]) =>
  tenantTransactions.acrossTenants(async tx => {
    const accepted = [];
    for (const purpose of kinds) {
      const text_version = await currentEdition(tx, purpose, clock.now());
      accepted.push({ purpose, choice: 'given' as const, text_version });
    }
    return accepted;
  });

/** What whoever gets an account accepts with it, whichever way he comes. */
export const editionsOfAccount = (server: Server) => editionsOf(server, ['terms', 'privacy']);

export const toConsent = ({ created_at, ...row }: typeof consentRecords.$inferSelect): Consent => ({
  ...row,
  created_at: instant(created_at.getTime()),
});
export type Editions = Awaited<ReturnType<typeof editionsOf>>;
type Acceptance = Pick<Consent, 'purpose' | 'choice' | 'text_version'> &
  Partial<Pick<Consent, 'subject_id' | 'subject_email' | 'subject_role' | 'device_id'>>;
export async function noteConsents(
  { tx, tenant_id, now }: Pick<TransactionContext, 'tx' | 'tenant_id' | 'now'>,
  acceptances: readonly Acceptance[],
): Promise<Consent[]> {
  const rows = await tx
    .insert(consentRecords)
    .values(acceptances.map(one => ({ ...one, id: uuid7(now), tenant_id, created_at: dateOf(now) })))
    .returning();
  return rows.map(toConsent);
}

/** With the account that is made, or that passes to whoever has proved its address. */
export const noteAccepted = (
  ctx: Pick<TransactionContext, 'tx' | 'tenant_id' | 'now'>,
  accepted: Editions,
  { id, email, role }: Pick<UserRow, 'id' | 'email' | 'role'>,
) =>
  noteConsents(
    ctx,
    accepted.map(one => ({ ...one, subject_id: id, subject_email: email, subject_role: role })),
  );

interface Signature {
  /** Who accepts for the tenant. */
  who: Required<Pick<Acceptance, 'subject_id' | 'subject_email' | 'subject_role'>>;
  /** The version that was read. */
  edition: string;
}
/** What was accepted with the form is the new tenant's from here on: the record moves, so that it is there once. */
export async function takeDpaAlong(
  { tx, tenant_id, at }: { tx: Db; tenant_id: string; at: Date },
  { subject_id, subject_email, subject_role }: Signature['who'],
): Promise<void> {
  const { subject_id: whose, purpose, created_at } = consentRecords;
  const [moved] = await tx
    .update(consentRecords)
    .set({ tenant_id, subject_email, subject_role })
    .where(and(eq(whose, subject_id!), eq(purpose, 'dpa'), eq(created_at, at)))
    .returning({ id: consentRecords.id });
  if (moved) await tx.update(tenants).set({ dpa_signed_at: at }).where(eq(tenants.id, tenant_id));
}

/** The tenant's row shows the date of the last record, so both are written in this file and nowhere else. */
export async function signDpa(
  { tx, tenant_id, now }: Pick<TransactionContext, 'tx' | 'tenant_id' | 'now'>,
  { who, edition }: Signature,
): Promise<void> {
  await noteConsents({ tx, tenant_id, now }, [
    { ...who, purpose: 'dpa', choice: 'given', text_version: edition },
  ]);
  await tx
    .update(tenants)
    .set({ dpa_signed_at: dateOf(now) })
    .where(eq(tenants.id, tenant_id));
}
