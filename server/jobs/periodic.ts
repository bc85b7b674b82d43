/** Work that a server does by itself, again and again; how the last run went is noted for whoever runs the platform. */
import { every, instant, type Clock } from '../../shared/clock.ts';
import type { PeriodicName, PeriodicState } from '../../shared/contract/trust/system.ts';
import { failureCode } from './failureCode.ts';

type OnFault = (error: unknown) => void;
/** Reports a fault of a part that keeps the rest from nothing; throws where nothing came of it. */
type Act = (onFault: OnFault) => Promise<unknown>;
interface Work {
  everyMs: number;
  /** ms; of the wall clock. */
  addedAt: number;
  last: { at: number; tookMs: number; failure: string | null } | null;
  startedAt: number | null;
  run: () => Promise<void>;
}

export interface PeriodicWorks {
  /** Returns a run of it, for whoever keeps the time. A run that is asked for while one lasts is that one. */
  add(name: PeriodicName, everyMs: number, act: Act, onFault: OnFault): () => Promise<void>;
  /** The same, kept in time here; returns what ends it. */
  start(name: PeriodicName, everyMs: number, act: Act, onFault: OnFault): () => void;
  /** Of the works of this process. */
  states(): PeriodicState[];
  /** Begins a run now; undefined where this process has no such work. */
  run(name: PeriodicName): PeriodicState | undefined;
}

export function createPeriodicWorks(clock: Clock): PeriodicWorks {
  const works = new Map<PeriodicName, Work>();

  const stateOf = (name: PeriodicName, work: Work): PeriodicState => ({
    name,
    every_ms: work.everyMs,
    is_running: work.startedAt !== null,
    last: work.last && {
      at: instant(work.last.at),
      took_ms: work.last.tookMs,
      failure: work.last.failure,
    },
    next_at: instant((work.last ? work.last.at + work.last.tookMs : work.addedAt) + work.everyMs),
  });

  const add: PeriodicWorks['add'] = (name, everyMs, act, onFault) => {
    let running: Promise<void> | null = null;
    const once = async () => {
      const began = clock.mono();
      const at = clock.now();
      let failure: string | null = null;
      const report: OnFault = error => {
        failure ??= failureCode(error);
        onFault(error);
      };
      work.startedAt = at;
      try {
        await act(report);
      } catch (error) {
        report(error);
      }
      work.startedAt = null;
      work.last = { at, tookMs: Math.round(clock.mono() - began), failure };
      running = null;
    };
    const work: Work = {
      ...{ everyMs, addedAt: clock.now(), last: null, startedAt: null },
      run: () => (running ??= once()),
    };
    works.set(name, work);
    return work.run;
  };

  return {
    add,
    start: (name, everyMs, act, onFault) => every(clock, everyMs, add(name, everyMs, act, onFault)),
    states: () => [...works].map(([name, work]) => stateOf(name, work)),
    run(name) {
      const work = works.get(name);
      if (!work) return undefined;
      void work.run();
      return stateOf(name, work);
    },
  };
}
