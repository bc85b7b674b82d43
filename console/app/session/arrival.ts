/** How somebody came to the sign-in page: only values we know are shown, and none is echoed. */
export type SignInNotice = 'pending' | 'oauthFailed' | 'registered';

/** Of the history entry the register form leads to: no address says it, so no link can. */
export const REGISTERED_STATE = { registered: true } as const;

const isRegistered = (state: unknown) =>
  typeof state === 'object' && state !== null && 'registered' in state && state.registered === true;

export function signInNoticeOf(search: string, state: unknown = null): SignInNotice | null {
  const query = new URLSearchParams(search);
  if (query.get('status') === 'pending_approval') return 'pending';
  if (query.has('error')) return 'oauthFailed';
  return isRegistered(state) ? 'registered' : null;
}

/** Said once: a reload or a bookmark does not say it again. */
export const clearSignInNotice = () => history.replaceState(null, '', location.pathname);
