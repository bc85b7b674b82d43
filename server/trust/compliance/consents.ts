/** What people agreed to, as it is noted, listed and counted. */
import { count, eq, getTableColumns, sql } from 'drizzle-orm';
import {
  consents as entity,
  type Consent,
  type consentCounts,
  type giveConsent,
} from '../../../shared/contract/trust/consent.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { requireFound } from '../../db/rows.ts';
import { consentRecords } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { noteConsents, toConsent } from '../../identity/entrances/accepted.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type ConsentRow = typeof consentRecords.$inferSelect;
export const consentListing = listing(entity)<ConsentRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(consentRecords)),
  fields: getTableColumns(consentRecords),
  id: consentRecords.id,
  scope: ({ tenant_id }) => eq(consentRecords.tenant_id, tenant_id),
  sortColumns: { created_at: consentRecords.created_at },
  searchColumns: [consentRecords.subject_email],
  filterColumns: {
    choice: consentRecords.choice,
    purpose: consentRecords.purpose,
    subject_id: consentRecords.subject_id,
    text_version: consentRecords.text_version,
  },
  created_at: consentRecords.created_at,
  serialize: (_ctx, rows) => rows.map(toConsent),
});

/** In the tenant of the account: it is the person who agrees, wherever he acts. */
export async function noteOwnConsent(
  ctx: TransactionContext,
  { user_id, email, role }: UserPrincipal,
  { purpose, given, text_version }: Body<typeof giveConsent>,
): Promise<Consent> {
  const choice = given ? ('given' as const) : ('withdrawn' as const);
  const who = { subject_id: user_id, subject_email: email, subject_role: role };
  const [noted] = await noteConsents(ctx, [{ ...who, purpose, choice, text_version }]);
  return requireFound(noted, 'consent');
}

export async function countConsents({
  tx,
  tenant_id,
}: TransactionContext): Promise<Answer<typeof consentCounts>> {
  const { purpose, text_version, choice } = consentRecords;
  const items = await tx
    .select({
      ...{ purpose, text_version },
      given: sql<number>`(count(*) filter (where ${choice} = 'given'))::int`,
      withdrawn: sql<number>`(count(*) filter (where ${choice} = 'withdrawn'))::int`,
    })
    .from(consentRecords)
    .where(eq(consentRecords.tenant_id, tenant_id))
    .groupBy(purpose, text_version)
    .orderBy(purpose, sql`${count()} desc`, text_version);
  return { items };
}
