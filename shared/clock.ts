/** The only file of the product that reads a clock or sets a timer. Times in ms. */
export interface Clock {
  /** Wall time, ms since 1970; may be wrong and may jump. */
  now(): number;
  /** Monotonic ms of this boot; never jumps. */
  mono(): number;
  /** Runs `fn` once after `ms`; returns the cancel function. */
  after(ms: number, fn: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

export const sleep = (clock: Clock, ms: number) => new Promise<void>(done => void clock.after(ms, done));

/** Something did not answer in its time. It may still end; nobody waits for it any more. */
export class DeadlineExceeded extends Error {
  constructor(what: string, ms: number) {
    super(`${what} gave no answer within ${ms} ms`);
    this.name = 'DeadlineExceeded';
  }
}

/** The result of `work`, or a rejection after `ms`. */
export function withDeadline<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  what: string,
  work: Promise<T>,
): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, fail) => {
    cancel = clock.after(ms, () => fail(new DeadlineExceeded(what, ms)));
  });
  return Promise.race([work, late]).finally(() => cancel());
}

/** Runs `fn` again `ms` after each run has ended, so runs never overlap; returns the stop function. */
export function every(clock: Clock, ms: number | (() => number), fn: () => unknown): () => void {
  let stopped = false;
  let cancel = () => {};
  const plan = () => {
    cancel = clock.after(typeof ms === 'number' ? ms : ms(), () => {
      void Promise.resolve(fn()).finally(() => {
        if (!stopped) plan();
      });
    });
  };
  plan();
  return () => {
    stopped = true;
    cancel();
  };
}

export const instant = (ms: number) => new Date(ms).toISOString();

/** For databases and libraries that require a Date. */
export const dateOf = (ms: number) => new Date(ms);
