/** How far what is done with the data of a person reaches. */
import { sql, type SQL } from 'drizzle-orm';
import { crossesTenants, isStaff } from '../../../shared/contract/wire/roles.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { treeOf } from '../../identity/tenants/tenants.ts';

/** A tenant and all below it; null: all tenants. */
export type Reach = string | null;
export const EVERYWHERE: Reach = null;

/** What other tenants keep about somebody is no business of those who answer for him in one. */
export const reachOf = ({ role, tenant_id }: Pick<UserPrincipal, 'role' | 'tenant_id'>): Reach =>
  isStaff(role) && crossesTenants(role) ? EVERYWHERE : tenant_id;

/** `tenant`: the column that says whose a row is; null: its table has none, so that it is nobody's own. */
export function isWithin(reach: Reach, tenant: SQL | null): SQL {
  if (reach === null) return sql`true`;
  return tenant === null ? sql`false` : sql`${tenant} in ${treeOf(reach)}`;
}
