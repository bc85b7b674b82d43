/** Which page is drawn at an address: the first of the table that matches it. */
import type { ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { lazyPage } from '../../kit/lazyPage.ts';
import { REDIRECTS } from '../paths.ts';
import { routes } from './index.ts';
import type { Route as Screen } from './route.ts';

const NotFoundInShell = lazyPage(
  async () => ({ default: (await import('../pages/NotFoundInShell.tsx')).NotFoundInShell }),
  [],
);
/** `Guarded` draws a page for whoever may open it. */
export const Pages = ({ Guarded }: { Guarded: ComponentType<{ route: Screen }> }) => (
  <Switch>
    {Object.entries(REDIRECTS).map(([from, to]) => (
      <Route key={from} path={from}>
        <Redirect to={to} replace />
      </Route>
    ))}
    {routes.map(route => (
      <Route key={route.path} path={route.path}>
        <Guarded route={route} />
      </Route>
    ))}
    <Route>
      <NotFoundInShell />
    </Route>
  </Switch>
);
