/** What a page is before it is drawn: its address, its guard, the area of the matrix, its place in the menu. */
import type { Area, Level } from '../../../shared/contract/wire/access.ts';
import type { LazyComponent } from '../../kit/fresh.ts';
import { PATHS, type PageName } from '../paths.ts';

/** Who may come near at all; the area decides what is left. */
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
  /** R is met by who may see his own, too. */
  level: Level;
  /** null: this version does not have it yet. */
  screen: LazyComponent | null;
  menu?: MenuGroup;
  /** Its calls ask for R itself: who may only submit has nothing to see. */
  needsReadLevel?: true;
  /** The same page elsewhere, which whoever may open this one is not offered as well. */
  samePageAs?: PageName;
}
type RouteOptions = Partial<Pick<Route, 'level' | 'screen' | 'menu' | 'readers' | 'twin'>>;

export const routesUnder =
  (guard: Guard) =>
  (title: PageName, area: Area, { level = 'R', screen = null, ...more }: RouteOptions = {}): Route => ({
    path: PATHS[title],
    title,
    guard,
    area,
    level,
    screen,
    ...more,
  });
