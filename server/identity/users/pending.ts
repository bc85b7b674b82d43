/** Registrations that wait, each beside the company that was handed in before it. */
import { and, eq, sql } from 'drizzle-orm';
import * as contract from '../../../shared/contract/identity/user.ts';
import { crossesTenants, isStaff } from '../../../shared/contract/wire/roles.ts';
import { businessRegistrations, tenants, users } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { toUser, type UserRow } from './users.ts';

type CompanyRow = typeof businessRegistrations.$inferSelect;
interface PendingRow {
  user: UserRow;
  tenant_name: string;
  company: CompanyRow | null;
}

/**
 * Its own, else the newest one from before the account that is no other account's: what is handed in later under its address
 * may be a stranger's, and what was before may be of an account that was removed.
 */
const ownCompany = eq(
  businessRegistrations.id,
  sql`(select b.id from business_registrations b where b.email = ${users.email} and b.created_at <= ${users.created_at}
    and coalesce(b.user_id = ${users.id}, true)
    order by coalesce(b.user_id = ${users.id}, false) desc, b.created_at desc, b.id desc limit 1)`,
);

/** Staff who may act in any tenant see the registrations of all tenants. */
export const pendingListing = listing(contract.pendingUsers)<PendingRow>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(users)
        .innerJoin(tenants, eq(tenants.id, users.tenant_id))
        .leftJoin(businessRegistrations, ownCompany),
    ),
  fields: { user: users, tenant_name: tenants.name, company: businessRegistrations },
  id: users.id,
  scope: ({ tenant_id }, principal) =>
    and(
      eq(users.status, 'pending_approval'),
      principal !== null && isStaff(principal.role) && crossesTenants(principal.role)
        ? undefined
        : eq(users.tenant_id, tenant_id),
    ),
  sortColumns: { email: users.email, last_name: users.last_name, created_at: users.created_at },
  searchColumns: [
    users.email,
    users.first_name,
    users.last_name,
    tenants.name,
    businessRegistrations.company,
  ],
  filterColumns: {},
  deleted_at: users.deleted_at,
  created_at: users.created_at,
  serialize: (_work, rows) =>
    rows.map(({ user, tenant_name, company }) => ({
      ...toUser(user),
      tenant_name,
      company: company?.company ?? null,
      country: company?.country ?? null,
      website: company?.website ?? null,
      tax_id: company?.tax_id ?? null,
      plan: company?.plan ?? null,
      phone: company?.phone ?? null,
    })),
});
