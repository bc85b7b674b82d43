/** The development page of all components: an entry of its own, built by development and tests only. */
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { systemClock } from '../../shared/clock.ts';
import { createQueryClient } from '../../shared/net/queries.ts';
import { AuthProvider } from '../app/session/auth.tsx';
import '../console.css';
import { startLanguage } from '../app/language/language.ts';
import { createToasts } from '../kit/ui/toasts/toasts.ts';
import { ToastsProvider } from '../kit/ui/toasts/ToastsProvider.tsx';
import '../workspace.css';
import { sampleSession } from './sampleData.ts';
import { Gallery } from './Gallery.tsx';
import './gallery.css';

setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');
const session = sampleSession();
const texts = await startLanguage();
await Promise.all([
  session.start(),
  texts.loadNamespaces(['navigation', 'screens', 'charts', 'gallery', 'locations', 'slides', 'cards']),
]);
createRoot(document.getElementById('root')!).render(
  <AuthProvider session={session}>
    <QueryClientProvider client={createQueryClient()}>
      <ToastsProvider toasts={createToasts(systemClock)}>
        <Gallery />
      </ToastsProvider>
    </QueryClientProvider>
  </AuthProvider>,
);
