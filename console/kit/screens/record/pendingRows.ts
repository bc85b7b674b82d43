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

/** Resolves once nothing of this row is in flight. */
export const whenFree = (id: string): Promise<void> =>
  new Promise(resolve => {
    const stop = pendingStore.subscribe(check);
    function check({ ids } = pendingStore.getState()) {
      if (ids.has(id)) return;
      stop();
      resolve();
    }
    check();
  });
