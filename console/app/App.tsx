import { Suspense, use, useState } from 'react';
import { useLocation } from 'wouter';
import { systemClock } from '../../shared/clock.ts';
import { useSessionState } from './session/auth.tsx';
import { LevelBoundary } from './boundary/LevelBoundary.tsx';
import { Boundary } from './boundary/Boundary.tsx';
import { ConsentContext } from './consent/ConsentContext.ts';
import { loadPrivacy } from './consent/reportError.ts';
import { lazyWithRetry, lazyPage } from '../kit/lazyPage.ts';
import { Auth } from '../identity/signIn/Auth.tsx';
import { isPublicPath } from './publicPaths.ts';
import { Loading } from '../kit/ui/display/Loading.tsx';
import { createToasts } from '../kit/ui/toasts/toasts.ts';
import { ToastsProvider } from '../kit/ui/toasts/ToastsProvider.tsx';

/** The Workspace is keyed by tenant below, so switching the tenant discards everything the former one had drawn. */
const Workspace = lazyPage(() => import('./Workspace.tsx'), ['navigation']);
const Unfinished = lazyPage<{ ticket?: string | null }>(
  () => import('../identity/signIn/Unfinished.tsx'),
  ['passwords', 'secondFactor', 'passkeys'],
);
const Unreachable = lazyWithRetry(() => import('./pages/Unreachable.tsx'));
const SignedOut = lazyWithRetry(() => import('./pages/SignedOut.tsx'));
const PublicPages = lazyPage(() => import('../public/PublicPages.tsx'), ['navigation', 'public']);

/** The consent prompt is optional: if its chunk does not load, the page works without it. */
const Ask = lazyPage(loadPrivacy, ['consent']);

/** Only the sign-in is in the first bundle; every other page is loaded on demand. */
function Page() {
  const state = useSessionState();
  const [path] = useLocation();
  if (isPublicPath(path)) return <PublicPages />;
  // The link of an e-mail, whoever is signed in.
  if (path === '/auth' && location.hash.includes('=')) return <Auth />;
  switch (state.at) {
    case 'loading':
      return <Loading />;
    case 'unreachable':
      return <Unreachable error={state.error} />;
    case 'password_due':
      return <Unfinished />;
    case 'second_factor':
      return <Unfinished ticket={state.ticket} />;
    case 'authenticated':
      return <Workspace key={state.user.tenant_id} />;
    case 'unauthenticated':
      if (path === '/auth') return <Auth />;
      return <SignedOut />;
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
