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

export interface UserAccess {
  role: Role;
  /** The tenant acted in has the business portal. */
  hasPortal: boolean;
  /** Acts in a tenant that is not his own. */
  isOutsideHomeTenant: boolean;
}
export type Decision =
  | { at: 'open' }
  | { at: 'redirect'; redirectTo: string }
  | { at: 'denied'; required: readonly Role[] }
  | { at: 'lacking'; required: readonly Permission[] };

export const homePath = ({ role, hasPortal }: UserAccess) => landing(role, hasPortal);

const OWNER_PORTAL: readonly Role[] = ['device_owner', 'admin'];
const OPEN: Decision = { at: 'open' };
const to = (path: string): Decision => ({ at: 'redirect', redirectTo: path });

/** Staff in the tenant switched to, and every member of a tenant that has the portal, but for device owners. */
export const isInBusinessPortal = ({ role, hasPortal, isOutsideHomeTenant: isVisiting }: UserAccess) =>
  role !== 'device_owner' && (isStaff(role) ? isVisiting : hasPortal);

function checkGuard({ guard, path }: Pick<Route, 'guard' | 'path'>, user: UserAccess): Decision {
  const { role } = user;
  switch (guard) {
    case 'signed_in':
      return OPEN;
    case 'admin':
    case 'police':
      if (role === 'device_owner') return to(PATHS.ownerDashboard);
      if (isAdminRole(role)) return OPEN;
      return path === PATHS.overview ? to(homePath(user)) : { at: 'denied', required: ADMIN_ROLES };
    case 'owner':
      return OWNER_PORTAL.includes(role) ? OPEN : to(PATHS.overview);
    case 'business':
      if (role === 'device_owner') return to(PATHS.ownerDashboard);
      return isInBusinessPortal(user) ? OPEN : to(homePath(user));
    case 'business_owner': {
      const guardDecision = checkGuard({ guard: 'business', path }, user);
      if (guardDecision.at !== 'open' || role === 'owner' || isStaff(role)) return guardDecision;
      return { at: 'denied', required: ['owner'] };
    }
  }
}

/** Whoever may see his own opens the page, too: it shows him nothing else. */
export const canOpenArea = (role: Role, area: Area, level: Level) =>
  allows(role, area, level) || (level === 'R' && allows(role, area, 'S'));

export function decideAccess(route: Omit<Route, 'title' | 'screen'>, user: UserAccess): Decision {
  const guardDecision = checkGuard(route, user);
  if (guardDecision.at !== 'open') return guardDecision;
  const { role } = user;
  const { area, level, readers } = route;
  if (readers ? allows(role, area, level) : canOpenArea(role, area, level)) return OPEN;
  const missing = AREAS[area].permissions.filter(permission => !can(role, permission));
  return missing.length > 0
    ? { at: 'lacking', required: missing }
    : { at: 'denied', required: rolesWith(area, level) };
}

/** Pages a visitor may open, of those that stand at two addresses only the one nearer to him. */
export function visibleRoutes(routes: readonly Route[], user: UserAccess): Route[] {
  const openRoutes = routes.filter(route => route.screen !== null && decideAccess(route, user).at === 'open');
  return openRoutes.filter(route => !openRoutes.some(({ twin }) => twin === route.title));
}
