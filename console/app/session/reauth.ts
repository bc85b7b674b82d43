/** The password said again, for what the server gives only to who has just said it. */
import { createStore } from 'zustand/vanilla';
import type { Client } from '../../../shared/net/client.ts';

/** `open`: somebody waits for the password. */
export const createReauth = () => {
  const store = createStore<{ open: boolean }>(() => ({ open: false }));
  let asking: Promise<boolean> | null = null;
  let answer: (said: boolean) => void = () => undefined;
  const settle = (said: boolean) => {
    store.setState({ open: false });
    asking = null;
    answer(said);
  };
  return {
    store,
    /** Asked once however many calls wait; false where the person would rather not. */
    ask(): Promise<boolean> {
      asking ??= new Promise<boolean>(done => {
        answer = done;
        store.setState({ open: true });
      });
      return asking;
    },
    /** Throws what the server refuses: a wrong password leaves the question open. */
    async say(client: Client, password: string): Promise<void> {
      const { reauth } = await import('../../../shared/contract/identity/auth.ts');
      await client.call(reauth, { body: { password } });
      settle(true);
    },
    giveUp: () => settle(false),
  };
};
export type Reauth = ReturnType<typeof createReauth>;
