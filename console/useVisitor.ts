import { useSignedIn } from './auth.tsx';
import type { Visitor } from './guards.ts';

/** The signed-in user as the guards see him. */
export function useVisitor(): Visitor {
  const { user, home, tenants } = useSignedIn();
  const acting = tenants.find(tenant => tenant.id === user.tenant_id);
  return {
    role: user.role,
    hasPortal: acting?.portal_business ?? false,
    isVisiting: user.tenant_id !== home,
  };
}
