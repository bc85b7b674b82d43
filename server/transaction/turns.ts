/** Of each caller only a few calls are worked on at once; the others wait their turn, so that no caller crowds out the rest. */
import { AppError } from '../../shared/contract/wire/errors.ts';

const RETRY_AFTER_S = 1;

interface Caller {
  running: number;
  waiting: (() => void)[];
}

/** The error of a call for which there is no room even to wait. */
export const crowded = (text: string, code: 'RATE_LIMITED' | 'UNAVAILABLE') => () =>
  new AppError(code, text, { retry_after_s: RETRY_AFTER_S });

export function openTurns(
  { atOnce, waiting: room }: { atOnce: number; waiting: number },
  refusal: () => AppError,
) {
  const callers = new Map<string, Caller>();

  /**
   * Only once others' requests were read: the embedded engine works in this thread, where one call after another would
   * begin and end without any ever running beside another.
   */
  function end(key: string, caller: Caller): void {
    setImmediate(() => {
      const next = caller.waiting.shift();
      if (next) return next();
      caller.running--;
      if (caller.running === 0) callers.delete(key);
    });
  }

  /** Resolves when it is this call's turn, with a function that ends the turn. */
  async function take(key: string): Promise<() => void> {
    const caller = callers.get(key) ?? { running: 0, waiting: [] };
    callers.set(key, caller);
    if (caller.running < atOnce) caller.running++;
    else if (caller.waiting.length >= room) throw refusal();
    else await new Promise<void>(done => caller.waiting.push(done));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end(key, caller);
    };
  }
  return {
    take,
    async run<T>(key: string, act: () => Promise<T>): Promise<T> {
      const done = await take(key);
      try {
        return await act();
      } finally {
        done();
      }
    },
  };
}
