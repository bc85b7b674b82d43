/** Not found, inside the shell: the search covers every page the user's role may open. */
import { useLocation } from 'wouter';
import { decideAccess, homePath, redirectOfUnknown } from '../guards.ts';
import { AVAILABLE_PUBLIC_PAGES } from '../publicPaths.ts';
import { routes } from '../routes/index.ts';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { DeniedRedirect } from './DeniedRedirect.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

export function NotFoundInShell() {
  const currentUser = useCurrentUser();
  const [path] = useLocation();
  const elsewhere = redirectOfUnknown(path, currentUser);
  const pages = routes
    .filter(route => !route.path.includes(':') && decideAccess(route, currentUser).at === 'open')
    .map(route => route.title);
  if (elsewhere !== null) return <DeniedRedirect to={elsewhere} />;
  return <NotFoundPage pages={[...pages, ...AVAILABLE_PUBLIC_PAGES]} home={homePath(currentUser)} />;
}
