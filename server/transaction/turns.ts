/** Of each caller only a few calls are worked on at once; the others wait their turn, so that no caller crowds out the rest. */
import { systemClock } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';

const RETRY_AFTER_S = 1;

interface Caller {
  running: number;
  waiting: (() => void)[];
}
interface Room {
  atOnce: number;
  waiting: number;
  /**
   * A caller with more than so many waiting is worked on one call at a time and rests after each for four times as long
   * as it took, so that everybody else has four fifths of the processor. A browser never has that many under way.
   */
  patience?: number;
}
/** ms; a call that took long, because it asked somebody else, is no reason to rest as long. */
const LONGEST_REST_MS = 100;
const REST_FOR_WORK = 4;

/** The error of a call for which there is no room even to wait. */
export const crowded = (text: string, code: 'RATE_LIMITED' | 'UNAVAILABLE') => () =>
  new AppError(code, text, { retry_after_s: RETRY_AFTER_S });

export function openTurns(
  { atOnce, waiting: room, patience = Infinity }: Room,
  refusal: () => AppError,
  clock = systemClock,
) {
  const callers = new Map<string, Caller>();
  const isCrowding = ({ waiting }: Caller) => waiting.length > patience;

  function beginNext(key: string, caller: Caller): void {
    const most = isCrowding(caller) ? 1 : atOnce;
    while (caller.running < most) {
      const next = caller.waiting.shift();
      if (!next) break;
      caller.running++;
      next();
    }
    if (caller.running === 0) callers.delete(key);
  }

  /**
   * Only once others' requests were read: the embedded engine works in this thread, where one call after another would
   * begin and end without any ever running beside another.
   */
  function end(key: string, caller: Caller, took_ms: number): void {
    setImmediate(() => {
      caller.running--;
      if (!isCrowding(caller)) return beginNext(key, caller);
      if (caller.running === 0)
        clock.after(Math.min(REST_FOR_WORK * took_ms, LONGEST_REST_MS), () => beginNext(key, caller));
    });
  }

  /** Resolves when it is this call's turn, with a function that ends the turn. */
  async function take(key: string): Promise<() => void> {
    const caller = callers.get(key) ?? { running: 0, waiting: [] };
    callers.set(key, caller);
    /** Whoever comes later does not overtake those that wait. */
    if (caller.running < atOnce && caller.waiting.length === 0) caller.running++;
    else if (caller.waiting.length >= room) throw refusal();
    else await new Promise<void>(done => caller.waiting.push(done));
    const began = clock.mono();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end(key, caller, clock.mono() - began);
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
