import { useSignedIn } from './auth.tsx';
import type { UserAccess } from '../guards.ts';

/** The signed-in user as guards, forms and row actions need him. */
export interface CurrentUser extends UserAccess {
  id: string;
  /** The acting tenant. */
  tenant_id: string;
  /** Of the acting tenant; null where this browser does not know it yet. */
  currency: string | null;
}

/** Derived from the session state. */
export function useCurrentUser(): CurrentUser {
  const { user, homeTenantId: home, tenants } = useSignedIn();
  const actingTenant = tenants.find(tenant => tenant.id === user.tenant_id);
  return {
    id: user.id,
    tenant_id: user.tenant_id,
    role: user.role,
    currency: actingTenant?.currency ?? null,
    hasPortal: actingTenant?.portal_business ?? false,
    isOutsideHomeTenant: user.tenant_id !== home,
    ...(actingTenant?.off && { off: actingTenant.off }),
  };
}
