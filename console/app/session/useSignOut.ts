import { navigate } from 'wouter/use-browser-location';
import { useAuth } from './auth.tsx';
import { dropDraftsOf } from '../../kit/drafts/drafts.ts';
import { clearRecents } from '../palette/recentsKey.ts';
import { confirmSignOut } from '../queue/confirmSignOut.ts';
import { clearReturnTo } from './returnTo.ts';

/** Ends the session and clears return path and recents, so that the next user starts at his own home page. */
export function useSignOut() {
  const session = useAuth();
  return async () => {
    const user = await session.userId();
    if (!(await confirmSignOut(user))) return;
    if (user !== null) dropDraftsOf(localStorage, user);
    await session.signOut();
    clearReturnTo();
    clearRecents(sessionStorage);
    navigate('/auth', { replace: true });
  };
}
