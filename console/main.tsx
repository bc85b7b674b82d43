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
import { notedCall, privacy, report } from './app/consent/report.ts';
import { ErrorLogContext } from './app/errors/ErrorLogContext.ts';
import { keepInIdb } from './app/errors/keep.ts';
import { createErrorLog, listen, noteRecovered } from './app/errors/log.ts';
import { startLanguage } from './app/language/language.ts';
import { createSession } from './app/session/session.ts';
import { createTabs } from './app/session/tabs.ts';

/** Plain http on a LAN has no locks: there each tab refreshes for itself. */
const lock: Lock = work => ('locks' in navigator ? navigator.locks.request(LOCKS.refresh, work) : work());

const warn = (message: string, error: unknown) => console.warn(message, error);
const errors = createErrorLog({
  keep: keepInIdb(),
  clock: systemClock,
  place: () => ({ url: location.href, page: location.pathname, userAgent: navigator.userAgent }),
  warn,
  report,
});
listen(errors, window);

const session = createSession({
  fetch: (input, init) => fetch(input, init),
  tokens: createTokenStore(localStorage),
  clock: systemClock,
  lock,
  tab: sessionStorage,
  ...createTabs(),
  signedOut: (token, heard) =>
    void import('./app/offline/revoke.ts').then(left => left.signedOut(session.client, token, heard)),
  lastUser: async () => (await import('./app/offline/lastUser.ts')).lastUser(),
  online: () => navigator.onLine,
  network: async () => (await import('./app/network.ts')).network,
  queue: (...write) =>
    import('./app/queue/open.ts').then(
      ({ take }) => take(session, ...write),
      (error: unknown) => {
        warn('nothing can wait here', error);
        return false;
      },
    ),
  failed: (url, error) => report(notedCall(url, error)),
  log: warn,
});

/** Nobody waits for it: it may come when all else has. */
const LATER_MS = 5_000;
void sleep(systemClock, LATER_MS)
  .then(() => import('./app/offline/revoke.ts'))
  .then(left => left.handInWhenever(session.client));

void session.start();
void startLanguage().then(() => {
  const root = document.getElementById('root')!;
  createRoot(root, { onRecoverableError: noteRecovered(errors) }).render(
    <ErrorLogContext value={errors}>
      <AuthProvider session={session}>
        <ConsentContext value={privacy}>
          <App />
        </ConsentContext>
      </AuthProvider>
    </ErrorLogContext>,
  );
});
