/** Tenants: list, read, and which of them a user may see and act in. */
import { and, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { crossesTenants, isStaff } from '../../../shared/contract/wire/roles.ts';
import * as contract from '../../../shared/contract/identity/tenant.ts';
import { MAX_TENANT_DEPTH, type Tenant } from '../../../shared/contract/identity/tenant.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound, rowsOf } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { TenantNode } from './tenantRule.ts';

export type TenantRow = typeof tenants.$inferSelect;

export const toTenant = (row: TenantRow): Tenant => ({
  name: row.name,
  slug: row.slug,
  kind: row.kind,
  parent_id: row.parent_id,
  status: row.status,
  country: row.country,
  tz: row.tz,
  currency: row.currency,
  tax_id: row.tax_id,
  legal_address: row.legal_address,
  billing_address: row.billing_address,
  contact_email: row.contact_email,
  contact_phone: row.contact_phone,
  plan_id: row.plan_id,
  dpa_signed_at: row.dpa_signed_at?.toISOString() ?? null,
  portal_business: row.portal_business,
  open_signup: row.open_signup,
  require_second_factor_roles: row.require_second_factor_roles,
  fee_pct: row.fee_pct,
  limits: row.limits,
  incident_mail: row.incident_mail,
  quiet_from: row.quiet_from,
  quiet_to: row.quiet_to,
  ...commonFieldsOf({ ...row, tenant_id: row.id }),
});

/** The tenant with its ancestors, for the tenant rule; null where it does not exist. Call it within the look-up scope `sign_in`. */
export async function tenantNodeOf(
  tx: Db,
  id: string,
): Promise<(TenantNode & Pick<Tenant, 'status'>) | null> {
  const rows = rowsOf<{ id: string; kind: Tenant['kind']; status: Tenant['status'] }>(
    await tx.execute(sql`
      with recursive up(id, parent_id, kind, status, depth) as (
        select id, parent_id, kind, status, 0 from ${tenants} where id = ${id}::uuid and deleted_at is null
        union all
        select t.id, t.parent_id, t.kind, t.status, depth + 1 from ${tenants} t join up on t.id = up.parent_id
        where depth < ${MAX_TENANT_DEPTH}::int
      ) select id, kind, status from up order by depth`),
  );
  const [own, ...above] = rows;
  return own ? { id: own.id, kind: own.kind, status: own.status, ancestors: above.map(row => row.id) } : null;
}

/** Ids of a tenant and all its descendants. */
export const treeOf = (id: string) => sql`(
  with recursive down(id, depth) as (
    select ${id}::uuid, 0
    union all
    select t.id, depth + 1 from ${tenants} t join down on t.parent_id = down.id where depth < ${MAX_TENANT_DEPTH}::int
  ) select id from down)`;

/** The tenant rule as SQL: a user sees the tenants he may act in. */
export function visibleTo(
  principal: Pick<UserPrincipal, 'role' | 'home_tenant_id'>,
  mode: 'spec' | 'strict',
): SQL | undefined {
  if (!crossesTenants(principal.role)) return eq(tenants.id, principal.home_tenant_id);
  if (isStaff(principal.role)) return undefined;
  return and(
    ne(tenants.kind, 'platform'),
    mode === 'spec' ? undefined : inArray(tenants.id, treeOf(principal.home_tenant_id)),
  );
}

export const tenantListing = listing(contract.tenants)<TenantRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(tenants)),
  fields: getTableColumns(tenants),
  id: tenants.id,
  scope: ({ server }, principal) =>
    principal === null ? sql`false` : visibleTo(principal, server.config.tenantAccess),
  sortColumns: {
    name: tenants.name,
    slug: tenants.slug,
    kind: tenants.kind,
    status: tenants.status,
    created_at: tenants.created_at,
  },
  searchColumns: [tenants.name, tenants.slug],
  filterColumns: {
    ...{ status: tenants.status, kind: tenants.kind, parent_id: tenants.parent_id },
    within_id: { matches: id => inArray(tenants.id, treeOf(id)) },
  },
  deleted_at: tenants.deleted_at,
  created_at: tenants.created_at,
  serialize: (_work, rows) => rows.map(toTenant),
});

export async function readVisibleTenant(
  { tx, server }: TransactionContext,
  principal: UserPrincipal,
  id: string,
): Promise<TenantRow> {
  const [row] = await tx
    .select()
    .from(tenants)
    .where(and(eq(tenants.id, id), visibleTo(principal, server.config.tenantAccess)));
  return requireFound(row, 'tenant');
}
