/** How somebody came to the sign-in page: only values we know are shown, and none is echoed. */
export type Arrival = 'pending' | 'oauthFailed' | 'registered';

/** Of the history entry the register form leads to: no address says it, so no link can. */
export const REGISTERED = { registered: true } as const;

const isRegistered = (state: unknown) =>
  typeof state === 'object' && state !== null && 'registered' in state && state.registered === true;

export function arrivalOf(search: string, state: unknown = null): Arrival | null {
  const query = new URLSearchParams(search);
  if (query.get('status') === 'pending_approval') return 'pending';
  if (query.has('error')) return 'oauthFailed';
  return isRegistered(state) ? 'registered' : null;
}

/** Said once: a reload or a bookmark does not say it again. */
export const forgetArrival = () => history.replaceState(null, '', location.pathname);
