/** Asks for confirmation before a sign-out that would discard waiting writes. It knows the queue only once one was opened. */
import { createStore } from 'zustand/vanilla';
import type { Queue } from './queue.ts';

/** Number of writes that would be lost; null: no prompt is open. */
export const signOutPrompt = createStore<{ count: number | null }>(() => ({ count: null }));

let openQueue: Pick<Queue, 'count' | 'wipe'> | null = null;
export const setOpenQueue = (queue: typeof openQueue) => void (openQueue = queue);

let pendingAnswer: Promise<boolean> | null = null;
let resolveAnswer: (isConfirmed: boolean) => void = () => undefined;
export function answerSignOutPrompt(isConfirmed: boolean) {
  signOutPrompt.setState({ count: null });
  pendingAnswer = null;
  resolveAnswer(isConfirmed);
}
function askUser(count: number): Promise<boolean> {
  pendingAnswer ??= new Promise<boolean>(resolve => {
    resolveAnswer = resolve;
    signOutPrompt.setState({ count });
  });
  return pendingAnswer;
}

/** False: the user stays. True: waiting writes are being discarded; a slow or broken disk does not block the sign-out. */
export async function confirmSignOut(user: string | null): Promise<boolean> {
  const queue = openQueue;
  if (!queue || user === null) return true;
  const count = await queue.count(user).catch(() => 0);
  if (count === 0) return true;
  if (!(await askUser(count))) return false;
  queue.wipe(user).catch((error: unknown) => console.warn('what waits could not be discarded', error));
  return true;
}
