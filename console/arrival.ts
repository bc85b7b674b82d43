/** How somebody came to the sign-in page: only values we know are shown, and none is echoed. */
export type Arrival = 'pending' | 'oauthFailed';

export function arrivalOf(search: string): Arrival | null {
  const query = new URLSearchParams(search);
  if (query.get('status') === 'pending_approval') return 'pending';
  return query.has('error') ? 'oauthFailed' : null;
}

/** Said once: a reload or a bookmark does not say it again. */
export const forgetArrival = () => history.replaceState(history.state, '', location.pathname);
