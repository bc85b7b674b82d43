import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { Suspense, use, useEffect, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import '../../shared/contract/wire/messages.ts';
import { createQueryClient } from '../../shared/net/queries.ts';
import { useAuth, useSignedIn } from './session/auth.tsx';
import { LevelBoundary, levelOf } from './boundary/LevelBoundary.tsx';
import { PageBoundaries } from './boundary/PageBoundaries.tsx';
import { clearCacheOnSignOut } from './session/forget.ts';
import { lazyWithRetry } from '../kit/fresh.ts';
import { decideAccess, homePath } from './guards.ts';
import { useOfflineCache } from './offline/useKnown.ts';
import { aroundNav } from '../kit/leave.ts';
import { Denied, PermissionsMissing } from './pages/Denied.tsx';
import { ComingSoon } from './pages/Later.tsx';
import { NotFoundInShell } from './pages/NotFoundInside.tsx';
import { REDIRECTS } from './paths.ts';
import { routes } from './routes/index.ts';
import type { Route as Screen } from './routes/table.ts';
import { Shell } from './shell/Shell.tsx';
import { useDensity } from './shell/useDensity.ts';
import { useMe } from './session/useMe.ts';
import { UnsavedChangesDialog } from '../kit/ui/overlays/LeaveDialog.tsx';
import { Loading } from '../kit/ui/display/Loading.tsx';
import { Skeleton } from '../kit/ui/display/states.tsx';
import { BUILD, servedBuild } from './update/build.ts';
import { useCurrentUser } from './session/useVisitor.ts';
import { takeReturnTo } from './session/wanted.ts';
import '../workspace.css';

// Radix adds <style> for its dialogs; the page's policy lets only those with the nonce through.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');

const KnownBar = lazyWithRetry(() => import('./offline/KnownBar.tsx'));
const UpdateBar = lazyWithRetry(() => import('./update/UpdateBar.tsx'));

const SKELETON_ROWS = 10;
const fetchServedBuild = () => servedBuild((input, init) => fetch(input, init));

/** All behind the sign-in; drawn anew for each tenant, so that nothing of the former one stays. */
export default function Workspace() {
  const session = useAuth();
  // Without a server there is nothing to ask again by itself.
  const [queries] = useState(() =>
    createQueryClient(() => {
      const state = session.store.getState();
      return state.at !== 'authenticated' || state.asOf === null;
    }),
  );
  const restored = useOfflineCache(queries);
  // Drawing waits for what was kept only where nothing else will come.
  const { asOf } = useSignedIn();
  const [restoredBeforeDraw] = useState(asOf === null ? null : restored);
  useEffect(() => clearCacheOnSignOut(session, queries), [session, queries]);
  return (
    <QueryClientProvider client={queries}>
      <Router aroundNav={aroundNav}>
        <Suspense fallback={<Loading />}>
          <WorkspacePages wait={restoredBeforeDraw} />
        </Suspense>
        <UnsavedChangesDialog />
      </Router>
    </QueryClientProvider>
  );
}

/** Sign-in leads to /admin, whose guard forwards to the landing; a wanted page is met by its own guard. */
function WorkspacePages({ wait }: { wait: Promise<void> | null }) {
  if (wait !== null) use(wait);
  const { asOf } = useSignedIn();
  const currentUser = useCurrentUser();
  const [path] = useLocation();
  const [returnPath] = useState(() => (path === '/auth' ? (takeReturnTo() ?? homePath(currentUser)) : null));
  useMe();
  useDensity();
  if (path === '/auth') return <Redirect to={returnPath ?? homePath(currentUser)} replace />;
  return (
    <LevelBoundary level={levelOf(path)}>
      <Shell>
        <PageBoundaries key={path}>
          <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
            <Pages />
          </Suspense>
        </PageBoundaries>
      </Shell>
      <Suspense>
        {asOf !== null && <KnownBar asOf={asOf} />}
        <UpdateBar build={BUILD} served={fetchServedBuild} />
      </Suspense>
    </LevelBoundary>
  );
}

const Pages = () => (
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

function Guarded({ route }: { route: Screen }) {
  const decision = decideAccess(route, useCurrentUser());
  switch (decision.at) {
    case 'open':
      return route.screen === null ? <ComingSoon title={route.title} /> : <route.screen />;
    case 'redirect':
      return <Redirect to={decision.redirectTo} replace />;
    case 'denied':
      return <Denied required={decision.required} />;
    case 'lacking':
      return <PermissionsMissing required={decision.required} />;
  }
}
