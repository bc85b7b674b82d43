import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import '../shared/contract/messages.ts';
import { createQueryClient } from '../shared/net/queries.ts';
import { useAuth, useSignedIn } from './auth.tsx';
import { forgetAtEnd } from './forget.ts';
import { decide, home } from './guards.ts';
import { aroundNav } from './leave.ts';
import { Denied } from './pages/Denied.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { routes, type Route as Screen } from './routes.ts';
import { Shell } from './shell/Shell.tsx';
import { useMe } from './shell/useMe.ts';
import { Boundary } from './ui/Boundary.tsx';
import { LeaveDialog } from './ui/LeaveDialog.tsx';
import { Skeleton } from './ui/states.tsx';
import { TipProvider } from './ui/Tip.tsx';
import { takeWanted } from './wanted.ts';
import './workspace.css';

// Radix adds <style> for its dialogs; the page's policy lets only those with the nonce through.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');

const SKELETON_ROWS = 10;

/** All behind the sign-in; drawn anew for each tenant, so that nothing of the former one stays. */
export default function Workspace() {
  const session = useAuth();
  const [queries] = useState(createQueryClient);
  useEffect(() => forgetAtEnd(session, queries), [session, queries]);
  return (
    <QueryClientProvider client={queries}>
      <Router aroundNav={aroundNav}>
        <TipProvider>
          <Inside />
          <LeaveDialog />
        </TipProvider>
      </Router>
    </QueryClientProvider>
  );
}

function Inside() {
  const { user } = useSignedIn();
  const [path] = useLocation();
  const [start] = useState(() => (path === '/auth' ? (takeWanted() ?? home(user.role)) : null));
  useMe();
  if (path === '/auth') return <Redirect to={start ?? home(user.role)} replace />;
  return (
    <Shell>
      <Boundary key={path}>
        <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
          <Switch>
            {routes.map(route => (
              <Route key={route.path} path={route.path}>
                <Guarded route={route} />
              </Route>
            ))}
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Shell>
  );
}

function Guarded({ route }: { route: Screen }) {
  const { user } = useSignedIn();
  const decision = decide(route, user.role);
  switch (decision.at) {
    case 'open':
      return <route.screen />;
    case 'redirect':
      return <Redirect to={decision.to} replace />;
    case 'denied':
      return <Denied required={decision.required} />;
  }
}
