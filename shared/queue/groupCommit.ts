/** Group commit: items added while a commit runs share the next one. */
export function groupCommit<T, R>(commit: (items: readonly T[]) => Promise<readonly R[]>) {
  interface PendingItem {
    item: T;
    done: (result: R) => void;
    failed: (error: unknown) => void;
  }
  let pending: PendingItem[] = [];
  let running = false;

  async function run() {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      try {
        const results = await commit(batch.map(({ item }) => item));
        batch.forEach(({ done }, i) => done(results[i]!));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    running = false;
  }
  return (item: T): Promise<R> =>
    new Promise((done, failed) => {
      pending.push({ item, done, failed });
      if (running) return;
      running = true;
      queueMicrotask(() => void run());
    });
}
