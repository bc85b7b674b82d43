import { Suspense, use, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { systemClock } from '../../shared/clock.ts';
import { useSessionState } from './session/auth.tsx';
import { LevelBoundary } from './boundary/LevelBoundary.tsx';
import { Boundary } from './boundary/Boundary.tsx';
import { ConsentContext } from './consent/ConsentContext.ts';
import { privacy } from './consent/report.ts';
import { fresh, page } from '../kit/fresh.ts';
import { Auth } from '../identity/signIn/Auth.tsx';
import { wantBack } from './session/wanted.ts';
import { isKnown, isPublic } from './paths.ts';
import { Loading } from '../kit/ui/display/Loading.tsx';
import { createToasts } from '../kit/ui/toasts/toasts.ts';
import { ToastsProvider } from '../kit/ui/toasts/ToastsProvider.tsx';

/** Keyed by tenant below: nothing of the former one stays on the page. */
const Workspace = page(() => import('./Workspace.tsx'), ['navigation', 'screens']);
const ChangePassword = fresh(() => import('../identity/signIn/ChangePassword.tsx'));
const Unreachable = fresh(() => import('./pages/Unreachable.tsx'));
const NotFound = fresh(() => import('./pages/NotFound.tsx'));
const PublicPages = page(() => import('../public/PublicPages.tsx'), ['navigation', 'public']);

/** A question that does not come is missed by nobody. */
const Ask = page(privacy, ['consent']);

/** Sign-in alone is in the first bundle; all else comes when it is wanted. */
function Page() {
  const state = useSessionState();
  const [path] = useLocation();
  if (isPublic(path)) return <PublicPages />;
  switch (state.at) {
    case 'loading':
      return <Loading />;
    case 'unreachable':
      return <Unreachable error={state.error} />;
    case 'password_due':
      return <ChangePassword />;
    case 'authenticated':
      return <Workspace key={state.user.tenant_id} />;
    case 'unauthenticated':
      if (path === '/auth') return <Auth />;
      if (!isKnown(path)) return <NotFound />;
      wantBack(path + location.search);
      return <Redirect to="/auth" replace />;
  }
}

export function App() {
  const [toasts] = useState(() => createToasts(systemClock));
  return (
    <LevelBoundary level="application">
      <ToastsProvider toasts={toasts}>
        <Suspense fallback={<Loading />}>
          <Page />
        </Suspense>
        {use(ConsentContext) && (
          <Boundary name="ask" fallback={() => null}>
            <Suspense>
              <Ask />
            </Suspense>
          </Boundary>
        )}
      </ToastsProvider>
    </LevelBoundary>
  );
}
