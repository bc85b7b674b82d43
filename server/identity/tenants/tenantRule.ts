/** Which tenants a user may act in (specification §6, AMBIG-TENANT-01). Pure. */
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import { crossesTenants, isStaff, type Role } from '../../../shared/contract/wire/roles.ts';

export interface TenantNode {
  id: string;
  kind: Tenant['kind'];
  /** Parent, grandparent and so on. */
  ancestors: readonly string[];
}

export interface TenantUser {
  role: Role;
  home: string;
  home_status: Tenant['status'];
}

/**
 * The state of the own tenant decides first: where it is not active, he acts at home alone. Staff admins act anywhere,
 * staff_support at home alone (TENANT-02); an owner and an admin never in the platform, and under `strict` only in their
 * own tree.
 */
export function mayActIn(
  { role, home, home_status }: TenantUser,
  wanted: TenantNode,
  mode: 'spec' | 'strict',
): boolean {
  if (wanted.id === home) return true;
  if (home_status !== 'active' || !crossesTenants(role)) return false;
  if (isStaff(role)) return true;
  if (wanted.kind === 'platform') return false;
  return mode === 'spec' || wanted.ancestors.includes(home);
}
