/** Who may open what: every role and path has one outcome, at most three steps away (AMBIG-GUARD-02). */
import { allows, AREAS, rolesWith, type Area, type Level } from '../../shared/contract/wire/access.ts';
import {
  ADMIN_ROLES,
  can,
  isAdminRole,
  isStaff,
  landing,
  type Permission,
  type Role,
} from '../../shared/contract/wire/roles.ts';
import { PATHS } from './paths.ts';
import type { Route } from './routes/table.ts';

export interface Visitor {
  role: Role;
  /** The tenant acted in has the business portal. */
  hasPortal: boolean;
  /** Acts in a tenant that is not his own. */
  isVisiting: boolean;
}
export type Decision =
  | { at: 'open' }
  | { at: 'redirect'; to: string }
  | { at: 'denied'; required: readonly Role[] }
  | { at: 'lacking'; required: readonly Permission[] };

export const home = ({ role, hasPortal }: Visitor) => landing(role, hasPortal);

const OWNER_PORTAL: readonly Role[] = ['device_owner', 'admin'];
const OPEN: Decision = { at: 'open' };
const to = (path: string): Decision => ({ at: 'redirect', to: path });

/** Staff in the tenant switched to, and every member of a tenant that has the portal, but for device owners. */
export const inBusiness = ({ role, hasPortal, isVisiting }: Visitor) =>
  role !== 'device_owner' && (isStaff(role) ? isVisiting : hasPortal);

function passes({ guard, path }: Pick<Route, 'guard' | 'path'>, visitor: Visitor): Decision {
  const { role } = visitor;
  switch (guard) {
    case 'signed_in':
      return OPEN;
    case 'admin':
    case 'police':
      if (role === 'device_owner') return to(PATHS.ownerDashboard);
      if (isAdminRole(role)) return OPEN;
      return path === PATHS.overview ? to(home(visitor)) : { at: 'denied', required: ADMIN_ROLES };
    case 'owner':
      return OWNER_PORTAL.includes(role) ? OPEN : to(PATHS.overview);
    case 'business':
      if (role === 'device_owner') return to(PATHS.ownerDashboard);
      return inBusiness(visitor) ? OPEN : to(home(visitor));
    case 'business_owner': {
      const near = passes({ guard: 'business', path }, visitor);
      if (near.at !== 'open' || role === 'owner' || isStaff(role)) return near;
      return { at: 'denied', required: ['owner'] };
    }
  }
}

/** Whoever may see his own opens the page, too: it shows him nothing else. */
export const opens = (role: Role, area: Area, level: Level) =>
  allows(role, area, level) || (level === 'R' && allows(role, area, 'S'));

export function decide(route: Omit<Route, 'title' | 'screen'>, visitor: Visitor): Decision {
  const near = passes(route, visitor);
  if (near.at !== 'open') return near;
  const { role } = visitor;
  const { area, level, readers } = route;
  if (readers ? allows(role, area, level) : opens(role, area, level)) return OPEN;
  // To view is not enough for a page that makes or changes something, so such a page does not name it.
  const required = AREAS[area].permissions.filter(
    permission => level === 'R' || permission.startsWith('manage_'),
  );
  return required.every(permission => can(role, permission))
    ? { at: 'denied', required: rolesWith(area, level) }
    : { at: 'lacking', required };
}

/** Pages a visitor may open, of those that stand at two addresses only the one nearer to him. */
export function offered(routes: readonly Route[], visitor: Visitor): Route[] {
  const open = routes.filter(route => route.screen !== null && decide(route, visitor).at === 'open');
  return open.filter(route => !open.some(({ twin }) => twin === route.title));
}
