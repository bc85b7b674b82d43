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

export const toConsent = ({ created_at, ...row }: typeof consentRecords.$inferSelect): Consent => ({
  ...row,
  created_at: instant(created_at.getTime()),
});
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

interface Signature {
  /** Who accepts for the tenant. */
  who: Required<Pick<Acceptance, 'subject_id' | 'subject_email' | 'subject_role'>>;
  /** The version that was read. */
  edition: string;
}
/** The tenant's row shows the date of the last record, so both are written here and nowhere else. */
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
