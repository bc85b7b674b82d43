/** Which tenants a user may act in (specification §6, AMBIG-TENANT-01). Pure. */
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import { crossesTenants, isStaff, type Role } from '../../../shared/contract/wire/roles.ts';

export interface TenantNode {
  id: string;
  kind: Tenant['kind'];
  /** Parent, grandparent and so on. */
  ancestors: readonly string[];
}

/** Staff admins act anywhere, staff_support at home alone (TENANT-02); an owner and an admin never in the platform, and under `strict` only in their own tree. */
export function mayActIn(role: Role, home: string, wanted: TenantNode, mode: 'spec' | 'strict'): boolean {
  if (wanted.id === home) return true;
  if (!crossesTenants(role)) return false;
  if (isStaff(role)) return true;
  if (wanted.kind === 'platform') return false;
  return mode === 'spec' || wanted.ancestors.includes(home);
}
