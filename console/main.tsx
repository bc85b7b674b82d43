import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { sleep, systemClock } from '../shared/clock.ts';
import { createTokenStore } from '../shared/net/tokens.ts';
import type { Lock } from '../shared/net/refresh.ts';
import { LOCKS } from '../shared/queue/names.ts';
import { App } from './app/App.tsx';
import { AuthProvider } from './app/session/auth.tsx';
import './console.css';
import '../shared/web/trusted.ts';
import { ConsentContext } from './app/consent/ConsentContext.ts';
import { callReport, loadPrivacy, reportError } from './app/consent/reportError.ts';
import { ErrorLogContext } from './app/errors/ErrorLogContext.ts';
import { createErrorLog, listenForErrors, logRecoverable } from './app/errors/errorLog.ts';
import { startLanguage } from './app/language/language.ts';
import { createSession } from './app/session/session.ts';
import { createSessionChannel } from './app/session/sessionChannel.ts';
import { askBeforeBack } from './kit/unsavedChanges.ts';

/** Window calls its listeners in the order they were added: the router's, which takes the page away, comes with the first page. */
addEventListener('popstate', askBeforeBack);

/** Plain http has no Web Locks: there each tab refreshes its tokens itself. */
const lock: Lock = work => ('locks' in navigator ? navigator.locks.request(LOCKS.refresh, work) : work());

/** The database has no part in the first paint; its file is fetched once the page rests, or with the first error. */
const errorStore = () => import('./app/errors/idbErrorStore.ts');
const warn = (message: string, error: unknown) => console.warn(message, error);
const errors = createErrorLog({
  store: { append: async entries => (await errorStore()).createIdbErrorStore().append(entries) },
  clock: systemClock,
  describePage: () => ({ url: location.href, page: location.pathname, userAgent: navigator.userAgent }),
  warn,
  report: reportError,
});
listenForErrors(errors, window);

const session = createSession({
  fetch: (input, init) => fetch(input, init),
  tokens: createTokenStore(localStorage),
  clock: systemClock,
  lock,
  tabStorage: sessionStorage,
  ...createSessionChannel(),
  onSignedOut: (token, serverConfirmed) =>
    void import('./app/offline/revoke.ts').then(revoke => revoke.queueRevocation(token, serverConfirmed)),
  loadLastUser: async () => (await import('./app/offline/lastUser.ts')).loadLastUser(),
  online: () => navigator.onLine,
  network: async () => (await import('./app/network.ts')).network,
  enqueue: (...write) =>
    import('./app/queue/openQueue.ts').then(
      ({ enqueue }) => enqueue(session, ...write),
      (error: unknown) => {
        warn('nothing can wait here', error);
        return false;
      },
    ),
  onFailure: (url, error) => reportError(callReport(url, error)),
  log: warn,
});

/** Not urgent: it runs after everything else has loaded. */
const REST_MS = 5_000;
void sleep(systemClock, REST_MS)
  .then(() => import('./app/offline/userOutbox.ts'))
  .then(outboxes => outboxes.sendWhenOnline(session));
// Without a link it comes with the first error that has one.
void sleep(systemClock, REST_MS).then(() => errorStore().catch(() => null));

void session.start();
void startLanguage().then(() => {
  const root = document.getElementById('root')!;
  // As a transition the first page is built in slices, between which a tap is heard.
  startTransition(() =>
    createRoot(root, { onRecoverableError: logRecoverable(errors) }).render(
      <ErrorLogContext value={errors}>
        <AuthProvider session={session}>
          <ConsentContext value={loadPrivacy}>
            <App />
          </ConsentContext>
        </AuthProvider>
      </ErrorLogContext>,
    ),
  );
});
