/** Re-authentication: asks for the password again where the server requires a recent confirmation. */
import { createStore } from 'zustand/vanilla';

/** `open`: a call waits for the password. */
export const createReauth = () => {
  const store = createStore<{ open: boolean }>(() => ({ open: false }));
  let pendingRequest: Promise<boolean> | null = null;
  let resolveRequest: (isConfirmed: boolean) => void = () => undefined;
  const settle = (isConfirmed: boolean) => {
    store.setState({ open: false });
    pendingRequest = null;
    resolveRequest(isConfirmed);
  };
  return {
    store,
    /** One prompt for any number of waiting calls; false when the user cancels. */
    requestPassword(): Promise<boolean> {
      pendingRequest ??= new Promise<boolean>(resolve => {
        resolveRequest = resolve;
        store.setState({ open: true });
      });
      return pendingRequest;
    },
    confirmed: () => settle(true),
    cancel: () => settle(false),
  };
};
export type Reauth = ReturnType<typeof createReauth>;
