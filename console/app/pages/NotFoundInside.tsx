/** Not found, in the shell: the search knows every page that the visitor's role may open. */
import { decide, home } from '../guards.ts';
import { LIVE_PUBLIC } from '../paths.ts';
import { routes } from '../routes/index.ts';
import { useVisitor } from '../session/useVisitor.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

export function NotFoundInside() {
  const visitor = useVisitor();
  const pages = routes
    .filter(
      route => route.screen !== null && !route.path.includes(':') && decide(route, visitor).at === 'open',
    )
    .map(route => route.title);
  return <NotFoundPage pages={[...pages, ...LIVE_PUBLIC]} home={home(visitor)} />;
}
