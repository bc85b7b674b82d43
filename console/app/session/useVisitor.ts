import { useSignedIn } from './auth.tsx';
import type { UserAccess } from '../guards.ts';

/** Whoever is signed in, and where he acts: what forms and acts of a row are offered by. */
export interface CurrentUser extends UserAccess {
  id: string;
  /** The tenant acted in. */
  tenant_id: string;
}

/** The signed-in user as guards, forms and acts see him. */
export function useCurrentUser(): CurrentUser {
  const { user, homeTenantId: home, tenants } = useSignedIn();
  const actingTenant = tenants.find(tenant => tenant.id === user.tenant_id);
  return {
    id: user.id,
    tenant_id: user.tenant_id,
    role: user.role,
    hasPortal: actingTenant?.portal_business ?? false,
    isOutsideHomeTenant: user.tenant_id !== home,
  };
}
