/** The password said again, for what the server gives only to who has just said it. */
import { createStore } from 'zustand/vanilla';
import type { Client } from '../../../shared/net/client.ts';

/** `open`: somebody waits for the password. */
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
    /** Asked once however many calls wait; false where the person would rather not. */
    requestPassword(): Promise<boolean> {
      pendingRequest ??= new Promise<boolean>(resolve => {
        resolveRequest = resolve;
        store.setState({ open: true });
      });
      return pendingRequest;
    },
    /** Throws what the server refuses: a wrong password leaves the question open. */
    async submitPassword(client: Client, password: string): Promise<void> {
      const { reauth } = await import('../../../shared/contract/identity/auth.ts');
      await client.call(reauth, { body: { password } });
      settle(true);
    },
    cancel: () => settle(false),
  };
};
export type Reauth = ReturnType<typeof createReauth>;
