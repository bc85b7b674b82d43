/** Decides which role may open which path; every combination ends after at most three redirects (AMBIG-GUARD-02). */
import { featureOfPage } from '../../shared/contract/identity/settings/features.ts';
import { allows, AREAS, rolesWith, type Area, type Level } from '../../shared/contract/wire/access.ts';
import {
  ADMIN_ROLES,
  can,
  isAdminRole,
  isRole,
  isStaff,
  landing,
  type Permission,
  type Role,
} from '../../shared/contract/wire/roles.ts';
import { PATHS } from './paths.ts';
import type { Route } from './routes/route.ts';

export interface UserAccess {
  role: Role;
  /** Whether the acting tenant has the business portal. */
  hasPortal: boolean;
  /** Whether the user acts in a tenant other than his own. */
  isOutsideHomeTenant: boolean;
  /** What is switched off in the acting tenant. */
  off?: readonly string[];
}
export type Decision =
  | { at: 'open' }
  | { at: 'redirect'; to: string }
  | { at: 'off' }
  | { at: 'denied'; required: readonly Role[] }
  | { at: 'lacking'; required: readonly Permission[] };

export const homePath = ({ role, hasPortal }: UserAccess) => landing(role, hasPortal);

const OWNER_PORTAL: readonly Role[] = ['device_owner', 'admin'];
const OPEN: Decision = { at: 'open' };
const redirectTo = (path: string): Decision => ({ at: 'redirect', to: path });

/** Staff acting in a customer's tenant, and every member of a tenant with the portal except device owners. */
export const isInBusinessPortal = ({ role, hasPortal, isOutsideHomeTenant }: UserAccess) =>
  role !== 'device_owner' && (isStaff(role) ? isOutsideHomeTenant : hasPortal);

type GuardedRoute = Pick<Route, 'guard' | 'path' | 'area' | 'level'>;
/** Of the roles of the admin area, those that this page is open to. */
const adminsWith = (area: Area, level: Level) => ADMIN_ROLES.filter(role => canOpenArea(role, area, level));

function checkGuard({ guard, path, area, level }: GuardedRoute, user: UserAccess): Decision {
  const { role } = user;
  switch (guard) {
    case 'signed_in':
      return OPEN;
    case 'admin':
    case 'police':
      if (role === 'device_owner') return redirectTo(PATHS.ownerDashboard);
      if (isAdminRole(role)) return OPEN;
      return path === PATHS.overview
        ? redirectTo(homePath(user))
        : { at: 'denied', required: adminsWith(area, level) };
    case 'owner':
      return OWNER_PORTAL.includes(role) ? OPEN : redirectTo(PATHS.overview);
    case 'business':
      if (role === 'device_owner') return redirectTo(PATHS.ownerDashboard);
      return isInBusinessPortal(user) ? OPEN : redirectTo(homePath(user));
    case 'business_owner': {
      const guardDecision = checkGuard({ guard: 'business', path, area, level }, user);
      if (guardDecision.at !== 'open' || role === 'owner' || isStaff(role)) return guardDecision;
      return { at: 'denied', required: ['owner'] };
    }
  }
}

/** Where an address that is no page leads all the same: a device owner leaves the admin area whatever he asks for (GUARD-04). */
export const redirectOfUnknown = (path: string, { role }: UserAccess): string | null =>
  role === 'device_owner' && path.startsWith(`${PATHS.overview}/`) ? PATHS.ownerDashboard : null;

/** A user who may read only his own rows may open the page, too: the server returns only those. */
export const canOpenArea = (role: Role, area: Area, level: Level) =>
  allows(role, area, level) || (level === 'R' && allows(role, area, 'S'));

export function decideAccess(route: Omit<Route, 'title' | 'screen'>, user: UserAccess): Decision {
  if (!isRole(user.role)) return { at: 'denied', required: rolesWith(route.area, route.level) };
  const guardDecision = checkGuard(route, user);
  if (guardDecision.at !== 'open') return guardDecision;
  const { role } = user;
  const { area, level, needsReadLevel } = route;
  if (needsReadLevel ? allows(role, area, level) : canOpenArea(role, area, level)) {
    const feature = featureOfPage(route.path);
    return feature !== undefined && user.off?.includes(feature) === true ? { at: 'off' } : OPEN;
  }
  // A page that creates or changes something needs the permission to manage; the one to view is not enough for it.
  const required = AREAS[area].permissions.filter(
    permission => level === 'R' || permission.startsWith('manage_'),
  );
  return required.every(permission => can(role, permission))
    ? { at: 'denied', required: rolesWith(area, level) }
    : { at: 'lacking', required };
}

/** The pages a user may open. Of pages with two addresses, the alternate one is left out when the preferred one opens. */
export function visibleRoutes(routes: readonly Route[], user: UserAccess): Route[] {
  const openRoutes = routes.filter(route => decideAccess(route, user).at === 'open');
  return openRoutes.filter(route => !openRoutes.some(({ samePageAs }) => samePageAs === route.title));
}
