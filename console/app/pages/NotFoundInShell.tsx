/** Not found, inside the shell: the search covers every page the user's role may open. */
import { decideAccess, homePath } from '../guards.ts';
import { AVAILABLE_PUBLIC_PAGES } from '../publicPaths.ts';
import { routes } from '../routes/index.ts';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

export function NotFoundInShell() {
  const currentUser = useCurrentUser();
  const pages = routes
    .filter(
      route =>
        route.screen !== null && !route.path.includes(':') && decideAccess(route, currentUser).at === 'open',
    )
    .map(route => route.title);
  return <NotFoundPage pages={[...pages, ...AVAILABLE_PUBLIC_PAGES]} home={homePath(currentUser)} />;
}
