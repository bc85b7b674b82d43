import { navigate } from 'wouter/use-browser-location';
import { useAuth } from './auth.tsx';
import { clearRecents } from '../palette/recents.ts';
import { confirmSignOut } from '../queue/leaving.ts';
import { clearReturnTo } from './wanted.ts';

/** Ends the session; whoever signs in next begins at his own first page. */
export function useSignOut() {
  const session = useAuth();
  return async () => {
    if (!(await confirmSignOut())) return;
    await session.signOut();
    clearReturnTo();
    clearRecents(sessionStorage);
    navigate('/auth', { replace: true });
  };
}
