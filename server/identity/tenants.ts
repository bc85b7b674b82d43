/** Tenants: which of them a caller may act in, and so sees. */
import { and, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { crossesTenants, isStaff } from '../../shared/contract/roles.ts';
import { MAX_TENANT_DEPTH, TENANT_KINDS, TENANT_STATES, type Tenant } from '../../shared/contract/tenant.ts';
import type { ListQuery } from '../../shared/contract/wire.ts';
import type { Db } from '../db/database.ts';
import { countOf, facet, holding, named, orderOf, refuseUnknown } from '../db/lists.ts';
import { commonOf, found, rowsOf } from '../db/rows.ts';
import { tenants } from '../db/schema.ts';
import type { UserCaller } from '../http/caller.ts';
import type { Work } from '../transaction/work.ts';
import type { Place } from './tenantRule.ts';

export type TenantRow = typeof tenants.$inferSelect;

export const toTenant = (row: TenantRow): Tenant => ({
  ...commonOf({ ...row, tenant_id: row.id }),
  name: row.name,
  slug: row.slug,
  kind: row.kind,
  parent_id: row.parent_id,
  status: row.status,
  country: row.country,
  tz: row.tz,
  currency: row.currency,
  tax_id: row.tax_id,
  portal_business: row.portal_business,
  open_signup: row.open_signup,
  fee_pct: row.fee_pct,
  limits: row.limits,
});

/** Of the tenant rule, within the look-up of sign-in; null where there is none. */
export async function placeOf(tx: Db, id: string): Promise<(Place & Pick<Tenant, 'status'>) | null> {
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

/** A tenant and all below it. */
const treeOf = (id: string) => sql`(
  with recursive down(id, depth) as (
    select ${id}::uuid, 0
    union all
    select t.id, depth + 1 from ${tenants} t join down on t.parent_id = down.id where depth < ${MAX_TENANT_DEPTH}::int
  ) select id from down)`;

/** The tenant rule as a condition: what the caller may act in is what he sees. */
export function seenBy(
  caller: Pick<UserCaller, 'role' | 'home_tenant_id'>,
  mode: 'spec' | 'strict',
): SQL | undefined {
  if (!crossesTenants(caller.role)) return eq(tenants.id, caller.home_tenant_id);
  if (isStaff(caller.role)) return undefined;
  return and(
    ne(tenants.kind, 'platform'),
    mode === 'spec' ? undefined : inArray(tenants.id, treeOf(caller.home_tenant_id)),
  );
}

const SORTS = {
  name: tenants.name,
  slug: tenants.slug,
  kind: tenants.kind,
  status: tenants.status,
  created_at: tenants.created_at,
};

export async function listTenants({ tx, server }: Work, caller: UserCaller, query: ListQuery) {
  refuseUnknown(query.status, [...TENANT_STATES, ...TENANT_KINDS]);
  const states = named(query.status, TENANT_STATES);
  const kinds = named(query.status, TENANT_KINDS);
  const searched = and(
    seenBy(caller, server.config.tenantAccess),
    query.deleted === '1' ? isNotNull(tenants.deleted_at) : isNull(tenants.deleted_at),
    holding(query.q, tenants.name, tenants.slug),
  );
  const filtered = and(
    searched,
    states.length > 0 ? inArray(tenants.status, states) : undefined,
    kinds.length > 0 ? inArray(tenants.kind, kinds) : undefined,
  );
  const rows = await tx
    .select()
    .from(tenants)
    .where(filtered)
    .orderBy(...orderOf(query.sort ?? 'name', SORTS, tenants.id))
    .limit(query.limit)
    .offset(query.offset);
  const count = async (word: typeof tenants.status | typeof tenants.kind) =>
    facet(await tx.select({ word, n: countOf }).from(tenants).where(searched).groupBy(word));
  return {
    items: rows.map(toTenant),
    total: await tx.$count(tenants, filtered),
    limit: query.limit,
    offset: query.offset,
    facets: { status: await count(tenants.status), kind: await count(tenants.kind) },
  };
}

export async function rowSeenBy({ tx, server }: Work, caller: UserCaller, id: string): Promise<TenantRow> {
  const [row] = await tx
    .select()
    .from(tenants)
    .where(and(eq(tenants.id, id), seenBy(caller, server.config.tenantAccess)));
  return found(row, 'tenant');
}

export const readTenant = async (work: Work, caller: UserCaller, id: string) =>
  toTenant(await rowSeenBy(work, caller, id));
