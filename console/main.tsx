import { createRoot } from 'react-dom/client';
import { systemClock } from '../shared/clock.ts';
import { createTokenStore, ACCESS_KEY } from '../shared/net/tokens.ts';
import type { Lock } from '../shared/net/refresh.ts';
import { App } from './App.tsx';
import { AuthProvider } from './auth.tsx';
import './console.css';
import { startLanguage } from './language.ts';
import { createSession } from './session.ts';

/** Plain http on a LAN has no locks: there each tab refreshes for itself. */
const lock: Lock = work => ('locks' in navigator ? navigator.locks.request('wayside-refresh', work) : work());

const session = createSession({
  fetch: (input, init) => fetch(input, init),
  tokens: createTokenStore(localStorage),
  clock: systemClock,
  lock,
  tab: sessionStorage,
  otherTab: changed => addEventListener('storage', e => void (e.key === ACCESS_KEY && changed())),
  log: (message, error) => console.warn(message, error),
});

void session.start();
void startLanguage().then(() => {
  createRoot(document.getElementById('root')!).render(
    <AuthProvider session={session}>
      <App />
    </AuthProvider>,
  );
});
