/** Who may open what: every role and path has one outcome. */
import { allows } from '../shared/contract/access.ts';
import { landing, ROLES, type Role } from '../shared/contract/roles.ts';
import { isKnown } from './paths.ts';
import { routes, type Route } from './routes.ts';

export type Decision =
  { at: 'open' } | { at: 'redirect'; to: string } | { at: 'denied'; required: readonly Role[] };

/** The role's landing page, or the first page of the menu it may open. */
export function home(role: Role): string {
  const first = landing(role);
  if (isKnown(first)) return first;
  return (
    routes.find(route => route.menu !== undefined && allows(role, route.area, route.level))?.path ?? '/auth'
  );
}

/** Only /admin itself forwards; a device owner is forwarded from everywhere below it. */
export function decide(route: Pick<Route, 'area' | 'level'> & { path: string }, role: Role): Decision {
  const inAdmin = route.path === '/admin' || route.path.startsWith('/admin/');
  if (allows(role, route.area, route.level)) return { at: 'open' };
  if (route.path === '/admin' || (inAdmin && role === 'device_owner'))
    return { at: 'redirect', to: home(role) };
  return { at: 'denied', required: ROLES.filter(other => allows(other, route.area, route.level)) };
}
