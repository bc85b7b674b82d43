/** Asked before a sign-out that would lose what waits; knows of a queue only where one was opened. */
import { createStore } from 'zustand/vanilla';
import type { Queue } from './queue.ts';

/** Changes that would be lost; null: nobody is asked. */
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

/** False: he would rather stay. True: what waits is being discarded; no disk, slow or broken, keeps anybody in. */
export async function confirmSignOut(): Promise<boolean> {
  const queue = openQueue;
  const count = await queue?.count().catch(() => 0);
  if (!queue || !count) return true;
  if (!(await askUser(count))) return false;
  queue.wipe().catch((error: unknown) => console.warn('what waits could not be discarded', error));
  return true;
}
