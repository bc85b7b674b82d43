/** Rows with a write in flight. */
import { createStore } from 'zustand/vanilla';

export const pendingStore = createStore<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

export async function whilePending<T>(id: string, work: () => Promise<T>): Promise<T> {
  pendingStore.setState(({ ids }) => ({ ids: new Set([...ids, id]) }));
  try {
    return await work();
  } finally {
    pendingStore.setState(({ ids }) => ({ ids: new Set([...ids].filter(other => other !== id)) }));
  }
}
