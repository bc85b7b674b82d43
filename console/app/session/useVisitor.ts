import { useSignedIn } from './auth.tsx';
import type { Visitor } from '../guards.ts';

/** Whoever is signed in, and where he acts: what forms and acts of a row are offered by. */
export interface Actor extends Visitor {
  id: string;
  /** The tenant acted in. */
  tenant_id: string;
}

/** The signed-in user as guards, forms and acts see him. */
export function useVisitor(): Actor {
  const { user, home, tenants } = useSignedIn();
  const acting = tenants.find(tenant => tenant.id === user.tenant_id);
  return {
    id: user.id,
    tenant_id: user.tenant_id,
    role: user.role,
    hasPortal: acting?.portal_business ?? false,
    isVisiting: user.tenant_id !== home,
  };
}
