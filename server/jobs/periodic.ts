/** Tasks that a server does by itself, again and again; how the last run went is noted for whoever runs the platform. */
import { every, instant, type Clock } from '../../shared/clock.ts';
import type { PeriodicTask, TaskState } from '../../shared/contract/trust/system.ts';
import { failureCode } from './failureCode.ts';

type OnFault = (error: unknown) => void;
/** Reports a fault of a part that keeps the rest from nothing; throws where nothing came of it. */
type Act = (onFault: OnFault) => Promise<unknown>;
interface Task {
  everyMs: number;
  /** ms; of the wall clock. */
  addedAt: number;
  last: { at: number; tookMs: number; failure: string | null } | null;
  isRunning: boolean;
  run: () => Promise<void>;
}

export interface PeriodicTasks {
  /** Returns a run of it, for whoever keeps the time. A run that is asked for while one lasts is that one. */
  add(name: PeriodicTask, everyMs: number, act: Act, onFault: OnFault): () => Promise<void>;
  /** The same, kept in time here; returns what ends it. */
  start(name: PeriodicTask, everyMs: number, act: Act, onFault: OnFault): () => void;
  /** Of the tasks of this process. */
  states(): TaskState[];
  /** Begins a run now; undefined where this process has no such task. */
  run(name: PeriodicTask): TaskState | undefined;
}

export function createPeriodicTasks(clock: Clock): PeriodicTasks {
  const tasks = new Map<PeriodicTask, Task>();

  const stateOf = (name: PeriodicTask, task: Task): TaskState => ({
    name,
    every_ms: task.everyMs,
    is_running: task.isRunning,
    last: task.last && {
      at: instant(task.last.at),
      took_ms: task.last.tookMs,
      failure: task.last.failure,
    },
    next_at: instant((task.last ? task.last.at + task.last.tookMs : task.addedAt) + task.everyMs),
  });

  const add: PeriodicTasks['add'] = (name, everyMs, act, onFault) => {
    let running: Promise<void> | null = null;
    const once = async () => {
      const began = clock.mono();
      const at = clock.now();
      let failure: string | null = null;
      const report: OnFault = error => {
        failure ??= failureCode(error);
        onFault(error);
      };
      task.isRunning = true;
      try {
        await act(report);
      } catch (error) {
        report(error);
      }
      task.isRunning = false;
      task.last = { at, tookMs: Math.round(clock.mono() - began), failure };
      running = null;
    };
    const task: Task = {
      ...{ everyMs, addedAt: clock.now(), last: null, isRunning: false },
      run: () => (running ??= once()),
    };
    tasks.set(name, task);
    return task.run;
  };

  return {
    add,
    start: (name, everyMs, act, onFault) => every(clock, everyMs, add(name, everyMs, act, onFault)),
    states: () => [...tasks].map(([name, task]) => stateOf(name, task)),
    run(name) {
      const task = tasks.get(name);
      if (!task) return undefined;
      void task.run();
      return stateOf(name, task);
    },
  };
}
