import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import { Redirect, Router, useLocation } from 'wouter';
import { createQueryClient } from '../../shared/net/queries.ts';
import { useAuth, useSignedIn } from './session/auth.tsx';
import { undressOther } from './brand/dress.ts';
import { LevelBoundary, levelOf } from './boundary/LevelBoundary.tsx';
import { PageBoundaries } from './boundary/PageBoundaries.tsx';
import { clearCacheOnSignOut } from './session/clearCacheOnSignOut.ts';
import { lazyOptional, lazyWithRetry } from '../kit/lazyPage.ts';
import { decideAccess, homePath } from './guards.ts';
import { useOfflineCache } from './offline/useOfflineCache.ts';
import { brandName } from '../kit/brandName.ts';
import { aroundNav } from '../kit/unsavedChanges.ts';
import { PATHS } from './paths.ts';
import { Pages } from './routes/Pages.tsx';
import { landingPath } from './routes/landing.ts';
import type { Route as Screen } from './routes/route.ts';
import { Shell } from './shell/Shell.tsx';
import { useDensity } from './shell/useDensity.ts';
import { useForeignTenant } from './session/tenant/useForeignTenant.ts';
import { TenantToasts } from '../kit/ui/toasts/TenantToasts.tsx';
import { UnsavedChangesDialog } from '../kit/ui/overlays/UnsavedChangesDialog.tsx';
import { Loading } from '../kit/ui/display/Loading.tsx';
import { Skeleton } from '../kit/ui/display/placeholders.tsx';
import { BUILD, servedBuild } from './update/build.ts';
import { useCurrentUser } from './session/useCurrentUser.ts';
import { clearReturnTo, returnTo } from './session/returnTo.ts';
import '../workspace.css';

// Radix adds <style> for its dialogs; the page's policy lets only those with the nonce through.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');

const CurrentUserRefresh = lazyOptional(() => import('./session/CurrentUserRefresh.tsx'));
const Refused = lazyWithRetry(() => import('./pages/Denied.tsx'));
const TenantDenied = lazyWithRetry(() => import('./pages/TenantDenied.tsx'));
const ZoneBar = lazyOptional(() => import('./zone/ZoneBar.tsx'));
const UpdateBar = lazyOptional(() => import('./update/UpdateBar.tsx'));

const SKELETON_ROWS = 10;
const fetchServedBuild = () => servedBuild((input, init) => fetch(input, init));

/** Everything behind the sign-in. It is remounted for each tenant, so that no data of the former tenant stays. */
export default function Workspace() {
  const session = useAuth();
  // Queries are not refetched automatically while the server is unreachable.
  const [queries] = useState(() =>
    createQueryClient(() => {
      const state = session.store.getState();
      return state.at !== 'authenticated' || state.asOf === null;
    }),
  );
  const restored = useOfflineCache(queries);
  // Only an offline start waits for the restored cache: online, fresh data will arrive anyway.
  const { asOf, user } = useSignedIn();
  const tenant = user.tenant_id;
  useLayoutEffect(() => {
    undressOther(tenant);
    // The title may be the name of a record, and the next page sets its own only once it is loaded.
    return () => void (document.title = brandName());
  }, [tenant]);
  const [restoredBeforeDraw] = useState(asOf === null ? null : restored);
  useEffect(() => clearCacheOnSignOut(session, queries), [session, queries]);
  return (
    <QueryClientProvider client={queries}>
      <Router aroundNav={aroundNav}>
        <TenantToasts>
          <Suspense fallback={<Loading />}>
            <WorkspacePages wait={restoredBeforeDraw} />
          </Suspense>
          <UnsavedChangesDialog />
        </TenantToasts>
      </Router>
    </QueryClientProvider>
  );
}

/** After sign-in the user lands on the page he asked for, if he may open it, or on his home path. */
function WorkspacePages({ wait }: { wait: Promise<void> | null }) {
  if (wait !== null) use(wait);
  const { asOf } = useSignedIn();
  const currentUser = useCurrentUser();
  const [path] = useLocation();
  const [returnPath] = useState(() => (path === '/auth' ? landingPath(currentUser, returnTo()) : null));
  useEffect(() => {
    if (path !== '/auth') clearReturnTo();
  }, [path]);
  const foreign = useForeignTenant(useQueryClient());
  useDensity();
  if (path === '/auth') return <Redirect to={returnPath ?? homePath(currentUser)} replace />;
  return (
    <LevelBoundary level={levelOf(path)}>
      <Shell>
        <PageBoundaries key={path}>
          <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
            {foreign === null ? <Pages Guarded={Guarded} /> : <TenantDenied requestedTenantId={foreign} />}
          </Suspense>
        </PageBoundaries>
      </Shell>
      <Suspense>
        <CurrentUserRefresh />
        {asOf === null && <ZoneBar />}
        <UpdateBar build={BUILD} fetchServedBuild={fetchServedBuild} />
      </Suspense>
    </LevelBoundary>
  );
}

function Guarded({ route }: { route: Screen }) {
  const decision = decideAccess(route, useCurrentUser());
  if (decision.at === 'open') return <route.screen />;
  // The entry of the admin area leads each user to his own landing page: nobody asked for it by name.
  if (decision.at === 'redirect' && route.path === PATHS.overview)
    return <Redirect to={decision.to} replace />;
  return <Refused decision={decision} />;
}
