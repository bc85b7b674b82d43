/** Of each caller only a few calls are worked on at once; the others wait their turn, so that no caller crowds out the rest. */
import { systemClock } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';

const RETRY_AFTER_S = 1;

interface Caller {
  running: number;
  waiting: (() => void)[];
  /** Of the processor, as it was at that moment of the clock; it wears off while others have their share. */
  worked_ms: number;
  at: number;
  isToBeForgotten: boolean;
}
/** Registers what is to happen once the other side has hung up, and returns what takes it back. */
export type WhenGone = (leave: () => void) => () => void;
interface Room {
  atOnce: number;
  waiting: number;
  /**
   * A caller with more than so many waiting, or with several at once who has had more than his share for a while, is worked
   * on one call at a time and rests after each for four times as long as it took, so that everybody else has four fifths of
   * the processor. A browser never has that many under way, and a page is there before its share is used up.
   */
  patience?: number;
}
/** ms; a call that took long, because it asked somebody else, is no reason to rest as long. */
const LONGEST_REST_MS = 100;
const REST_FOR_WORK = 4;
/** ms of work beyond his share that a caller may have had done before he rests: many pages in a row. */
const CREDIT_MS = 3_000;

/** The error of a call for which there is no room even to wait. */
export const crowded = (text: string, code: 'RATE_LIMITED' | 'UNAVAILABLE') => () =>
  new AppError(code, text, { retry_after_s: RETRY_AFTER_S });

export function openTurns(
  { atOnce, waiting: room, patience = Infinity }: Room,
  refusal: () => AppError,
  clock = systemClock,
) {
  const callers = new Map<string, Caller>();
  const newCaller = (): Caller => ({
    ...{ running: 0, waiting: [], worked_ms: 0, at: clock.mono(), isToBeForgotten: false },
  });
  /** What of his work is more than his share of the time since. */
  const workOf = ({ worked_ms, at }: Caller) =>
    Math.max(0, worked_ms - (clock.mono() - at) / (1 + REST_FOR_WORK));
  /** Calls beside one another share what they took. */
  function addWork(caller: Caller, took_ms: number): void {
    caller.worked_ms = workOf(caller) + Math.min(took_ms, LONGEST_REST_MS) / caller.running;
    caller.at = clock.mono();
  }
  const isCrowding = (caller: Caller, calls = caller.running + caller.waiting.length) =>
    caller.waiting.length > patience || (patience < Infinity && calls > 1 && workOf(caller) > CREDIT_MS);
  const mostOf = (caller: Caller, calls?: number) => (isCrowding(caller, calls) ? 1 : atOnce);

  function beginNext(key: string, caller: Caller): void {
    while (caller.running < mostOf(caller)) {
      const next = caller.waiting.shift();
      if (!next) break;
      caller.running++;
      next();
    }
    forget(key, caller);
  }
  /** Once he has nothing under way and no more than his share behind him. */
  function forget(key: string, caller: Caller): void {
    const isBusy = caller.running + caller.waiting.length > 0;
    /** Another may stand under his key by now. */
    if (isBusy || caller.isToBeForgotten || callers.get(key) !== caller) return;
    const left_ms = patience < Infinity ? workOf(caller) : 0;
    if (left_ms === 0) return void callers.delete(key);
    caller.isToBeForgotten = true;
    clock.after(Math.ceil(left_ms * (1 + REST_FOR_WORK)), () => {
      caller.isToBeForgotten = false;
      forget(key, caller);
    });
  }

  /**
   * Only once others' requests were read: the embedded engine works in this thread, where one call after another would
   * begin and end without any ever running beside another.
   */
  function end(key: string, caller: Caller, took_ms: number): void {
    setImmediate(() => {
      addWork(caller, took_ms);
      const wasCrowding = isCrowding(caller);
      caller.running--;
      if (!wasCrowding) return beginNext(key, caller);
      if (caller.running === 0)
        clock.after(Math.min(REST_FOR_WORK * took_ms, LONGEST_REST_MS), () => beginNext(key, caller));
    });
  }

  function waitOf(key: string, caller: Caller, whenGone?: WhenGone): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        stopWatching?.();
        resolve();
      };
      caller.waiting.push(begin);
      const stopWatching = whenGone?.(() => {
        const at = caller.waiting.indexOf(begin);
        if (at < 0) return;
        caller.waiting.splice(at, 1);
        forget(key, caller);
        reject(refusal());
      });
    });
  }

  /** Resolves when it is this call's turn, with a function that ends the turn. One whose caller hangs up leaves. */
  async function take(key: string, whenGone?: WhenGone): Promise<() => void> {
    const caller = callers.get(key) ?? newCaller();
    callers.set(key, caller);
    /** Whoever comes later does not overtake those that wait. */
    if (caller.waiting.length === 0 && caller.running < mostOf(caller, caller.running + 1)) caller.running++;
    else if (caller.waiting.length >= room) throw refusal();
    else await waitOf(key, caller, whenGone);
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
