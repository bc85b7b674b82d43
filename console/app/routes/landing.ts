/** Where somebody arrives who has just signed in. */
import { decideAccess, homePath, type UserAccess } from '../guards.ts';
import { pathMatcher } from '../publicPaths.ts';
import { routes } from './index.ts';

/** On the page a guard had sent him away from, if it is one he may open; else at home (OPEN-GUARD-01). */
export function landingPath(user: UserAccess, wanted: string | null): string {
  if (wanted === null) return homePath(user);
  const [pathname = ''] = wanted.split(/[?#]/);
  const route = routes.find(({ path }) => pathMatcher([path])(pathname));
  return route && decideAccess(route, user).at === 'open' ? wanted : homePath(user);
}
