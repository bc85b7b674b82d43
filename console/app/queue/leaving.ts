/** Asked before a sign-out that would lose what waits; knows of a queue only where one was opened. */
import { createStore } from 'zustand/vanilla';
import type { Queue } from './queue.ts';

/** Changes that would be lost; null: nobody is asked. */
export const leaving = createStore<{ count: number | null }>(() => ({ count: null }));

let opened: Pick<Queue, 'count' | 'wipe'> | null = null;
export const nowOpen = (queue: typeof opened) => void (opened = queue);

let asking: Promise<boolean> | null = null;
let answer: (leave: boolean) => void = () => undefined;
export function settleLeaving(leave: boolean) {
  leaving.setState({ count: null });
  asking = null;
  answer(leave);
}
function ask(count: number): Promise<boolean> {
  asking ??= new Promise<boolean>(done => {
    answer = done;
    leaving.setState({ count });
  });
  return asking;
}

/** False: he would rather stay. True: what waits is being discarded; no disk, slow or broken, keeps anybody in. */
export async function mayLeave(): Promise<boolean> {
  const queue = opened;
  const count = await queue?.count().catch(() => 0);
  if (!queue || !count) return true;
  if (!(await ask(count))) return false;
  queue.wipe().catch((error: unknown) => console.warn('what waits could not be discarded', error));
  return true;
}
