/** Guards that show a denial screen instead of their children. */
import type { ReactNode } from 'react';
import { can, canAccessTenant, type Permission, type Role } from '../../../shared/contract/wire/roles.ts';
import { useSignedIn } from '../session/auth.tsx';
import { Denied, PermissionsMissing, TenantDenied } from '../pages/Denied.tsx';

export function RoleGuard({ roles, children }: { roles: Role | readonly Role[]; children: ReactNode }) {
  const { user } = useSignedIn();
  const required = typeof roles === 'string' ? [roles] : roles;
  return required.includes(user.role) ? children : <Denied required={required} />;
}

/** Requires all of the permissions. */
export function PermissionGuard({
  permissions,
  children,
}: {
  permissions: readonly Permission[];
  children: ReactNode;
}) {
  const { user } = useSignedIn();
  const isAllowed = permissions.every(permission => can(user.role, permission));
  return isAllowed ? children : <PermissionsMissing required={permissions} />;
}

export function TenantGuard({ tenant_id, children }: { tenant_id: string; children: ReactNode }) {
  const { user, homeTenantId: home } = useSignedIn();
  const isAllowed = canAccessTenant({ role: user.role, tenant_id: home }, tenant_id);
  return isAllowed ? children : <TenantDenied requestedTenantId={tenant_id} />;
}
