/** The definition of a route: path, guard, area of the access matrix, menu group. */
import type { Area, Level } from '../../../shared/contract/wire/access.ts';
import type { LazyComponent } from '../../kit/lazyPage.ts';
import { PATHS, type PageName } from '../paths.ts';

/** The coarse access check; the area and level decide the rest. */
export type Guard = 'signed_in' | 'admin' | 'owner' | 'business' | 'business_owner' | 'police';
export type MenuGroup =
  | 'top'
  | 'business'
  | 'network'
  | 'content'
  | 'campaigns'
  | 'analytics'
  | 'programmatic'
  | 'customers'
  | 'trust'
  | 'system';

export interface Route {
  path: (typeof PATHS)[PageName];
  /** Also the key of its title in navigation.json. */
  title: PageName;
  guard: Guard;
  area: Area;
  /** R also admits users who may read only their own rows. */
  level: Level;
  screen: LazyComponent;
  menu?: MenuGroup;
  /** Its calls require level R; level S is not enough. */
  needsReadLevel?: true;
  /** The same page under another path; a user who may open this one does not see the other in the menu. */
  samePageAs?: PageName;
}
type RouteOptions = Pick<Route, 'screen'> &
  Partial<Pick<Route, 'level' | 'menu' | 'needsReadLevel' | 'samePageAs'>>;

export const routesUnder =
  (guard: Guard) =>
  (title: PageName, area: Area, { level = 'R', screen, ...more }: RouteOptions): Route => ({
    path: PATHS[title],
    title,
    guard,
    area,
    level,
    screen,
    ...more,
  });
