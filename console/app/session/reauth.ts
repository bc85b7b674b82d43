/** Re-authentication: asks for the password again, over the page, where a call cannot go on without it. */
import { createStore } from 'zustand/vanilla';

/** `password`: the server requires a recent confirmation. `signIn`: the session has ended under unsaved changes. */
export type ReauthNeed = 'password' | 'signIn';

/** `need`: what the waiting calls wait for. */
export const createReauth = () => {
  const store = createStore<{ need: ReauthNeed | null }>(() => ({ need: null }));
  let pendingRequest: Promise<boolean> | null = null;
  let resolveRequest: (isConfirmed: boolean) => void = () => undefined;
  const settle = (isConfirmed: boolean) => {
    store.setState({ need: null });
    pendingRequest = null;
    resolveRequest(isConfirmed);
  };
  return {
    store,
    /** One prompt for any number of waiting calls; false when the user cancels. A sign-in also confirms the password. */
    request(need: ReauthNeed): Promise<boolean> {
      if (store.getState().need !== 'signIn') store.setState({ need });
      return (pendingRequest ??= new Promise<boolean>(resolve => (resolveRequest = resolve)));
    },
    confirmed: () => settle(true),
    cancel: () => settle(false),
  };
};
export type Reauth = ReturnType<typeof createReauth>;
