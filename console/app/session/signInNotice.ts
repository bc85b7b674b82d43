/** The notice on the sign-in page, by how the user arrived. Only known values are shown; nothing from the URL is echoed. */
export type SignInNotice = 'pending' | 'oauthFailed' | 'registered';

/** State of the history entry after registration; not in the URL, so that no link can fake it. */
export const REGISTERED_STATE = { registered: true } as const;

const isRegistered = (state: unknown) =>
  typeof state === 'object' && state !== null && 'registered' in state && state.registered === true;

export function signInNoticeOf(search: string, state: unknown = null): SignInNotice | null {
  const query = new URLSearchParams(search);
  if (query.get('status') === 'pending_approval') return 'pending';
  if (query.has('error')) return 'oauthFailed';
  return isRegistered(state) ? 'registered' : null;
}

/** Clears the URL, so that a reload or a bookmark does not show the notice again; why a provider failed is read later. */
export const clearSignInNotice = () => history.replaceState(location.search, '', location.pathname);
