/** The development page of all pieces: an entry of its own, built by development and tests only. */
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { systemClock } from '../../shared/clock.ts';
import { createQueryClient } from '../../shared/net/queries.ts';
import { AuthProvider } from '../auth.tsx';
import '../console.css';
import { startLanguage } from '../language.ts';
import { createToasts } from '../ui/toasts.ts';
import { ToastsProvider } from '../ui/ToastsProvider.tsx';
import { TipProvider } from '../ui/Tip.tsx';
import '../workspace.css';
import { standingSession } from './standing.ts';
import { Pieces } from './Pieces.tsx';
import './pieces.css';

setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');
const session = standingSession();
const texts = await startLanguage();
await Promise.all([
  session.start(),
  texts.loadNamespaces(['navigation', 'screens', 'charts', 'pieces', 'locations']),
]);
createRoot(document.getElementById('root')!).render(
  <AuthProvider session={session}>
    <QueryClientProvider client={createQueryClient()}>
      <TipProvider>
        <ToastsProvider toasts={createToasts(systemClock)}>
          <Pieces />
        </ToastsProvider>
      </TipProvider>
    </QueryClientProvider>
  </AuthProvider>,
);
