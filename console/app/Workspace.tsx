import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { Suspense, use, useEffect, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import '../../shared/contract/wire/messages.ts';
import { createQueryClient } from '../../shared/net/queries.ts';
import { useAuth, useSignedIn } from './session/auth.tsx';
import { LevelBoundary, levelOf } from './boundary/LevelBoundary.tsx';
import { PageBoundaries } from './boundary/PageBoundaries.tsx';
import { forgetAtEnd } from './session/forget.ts';
import { fresh } from '../kit/fresh.ts';
import { decide, home } from './guards.ts';
import { useKnown } from './offline/useKnown.ts';
import { aroundNav } from '../kit/leave.ts';
import { Denied, PermissionsMissing, TenantDenied } from './pages/Denied.tsx';
import { Later } from './pages/Later.tsx';
import { NotFoundInside } from './pages/NotFoundInside.tsx';
import { REDIRECTS } from './paths.ts';
import { routes } from './routes/index.ts';
import type { Route as Screen } from './routes/table.ts';
import { Shell } from './shell/Shell.tsx';
import { useDensity } from './shell/useDensity.ts';
import { useForeignTenant } from './session/useForeignTenant.ts';
import { useMe } from './session/useMe.ts';
import { LeaveDialog } from '../kit/ui/overlays/LeaveDialog.tsx';
import { TipProvider } from '../kit/ui/overlays/Tip.tsx';
import { Loading } from '../kit/ui/display/Loading.tsx';
import { Skeleton } from '../kit/ui/display/states.tsx';
import { BUILD, servedBuild } from './update/build.ts';
import { useVisitor } from './session/useVisitor.ts';
import { takeWanted } from './session/wanted.ts';
import '../workspace.css';

// Radix adds <style> for its dialogs; the page's policy lets only those with the nonce through.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');

const KnownBar = fresh(() => import('./offline/KnownBar.tsx'));
const UpdateBar = fresh(() => import('./update/UpdateBar.tsx'));

const SKELETON_ROWS = 10;
const served = () => servedBuild((input, init) => fetch(input, init));

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
  const restored = useKnown(queries);
  // Drawing waits for what was kept only where nothing else will come.
  const { asOf } = useSignedIn();
  const [wait] = useState(asOf === null ? null : restored);
  useEffect(() => forgetAtEnd(session, queries), [session, queries]);
  return (
    <QueryClientProvider client={queries}>
      <TipProvider>
        <Router aroundNav={aroundNav}>
          <Suspense fallback={<Loading />}>
            <Inside wait={wait} />
          </Suspense>
          <LeaveDialog />
        </Router>
      </TipProvider>
    </QueryClientProvider>
  );
}

/** Sign-in leads to /admin, whose guard forwards to the landing; a wanted page is met by its own guard. */
function Inside({ wait }: { wait: Promise<void> | null }) {
  if (wait !== null) use(wait);
  const { asOf } = useSignedIn();
  const visitor = useVisitor();
  const [path] = useLocation();
  const [start] = useState(() => (path === '/auth' ? (takeWanted() ?? home(visitor)) : null));
  const foreign = useForeignTenant(useQueryClient());
  useMe();
  useDensity();
  if (path === '/auth') return <Redirect to={start ?? home(visitor)} replace />;
  return (
    <LevelBoundary level={levelOf(path)}>
      <Shell>
        <PageBoundaries key={path}>
          <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
            {foreign === null ? <Pages /> : <TenantDenied wanted={foreign} />}
          </Suspense>
        </PageBoundaries>
      </Shell>
      <Suspense>
        {asOf !== null && <KnownBar asOf={asOf} />}
        <UpdateBar build={BUILD} served={served} />
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
      <NotFoundInside />
    </Route>
  </Switch>
);

function Guarded({ route }: { route: Screen }) {
  const decision = decide(route, useVisitor());
  switch (decision.at) {
    case 'open':
      return route.screen === null ? <Later title={route.title} /> : <route.screen />;
    case 'redirect':
      return <Redirect to={decision.to} replace />;
    case 'denied':
      return <Denied required={decision.required} />;
    case 'lacking':
      return <PermissionsMissing required={decision.required} />;
  }
}
