import { navigate } from 'wouter/use-browser-location';
import { useAuth } from './auth.tsx';
import { forgetRecents } from '../palette/recents.ts';
import { mayLeave } from '../queue/leaving.ts';
import { forgetWanted } from './wanted.ts';

/** Ends the session; whoever signs in next begins at his own first page. */
export function useSignOut() {
  const session = useAuth();
  return async () => {
    if (!(await mayLeave())) return;
    await session.signOut();
    forgetWanted();
    forgetRecents(sessionStorage);
    navigate('/auth', { replace: true });
  };
}
