/** One commit for all that asks for one while another is under way. */
export function grouped<T, R>(commit: (items: readonly T[]) => Promise<readonly R[]>) {
  interface Asked {
    item: T;
    done: (result: R) => void;
    failed: (error: unknown) => void;
  }
  let asked: Asked[] = [];
  let running = false;

  async function run() {
    while (asked.length > 0) {
      const now = asked;
      asked = [];
      try {
        const results = await commit(now.map(({ item }) => item));
        now.forEach(({ done }, i) => done(results[i]!));
      } catch (error) {
        for (const { failed } of now) failed(error);
      }
    }
    running = false;
  }
  return (item: T): Promise<R> =>
    new Promise((done, failed) => {
      asked.push({ item, done, failed });
      if (running) return;
      running = true;
      queueMicrotask(() => void run());
    });
}
