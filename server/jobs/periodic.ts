/**
 * Tasks that a server does by itself, again and again; how the last run went is noted for whoever runs the platform. Of
 * several nodes one does them, and the others hear how each run went, so that all of them say the same.
 */
import { every, instant, type Clock } from '../../shared/clock.ts';
import { PERIODIC_TASKS, type PeriodicTask, type TaskState } from '../../shared/contract/trust/system.ts';
import { failureCode } from './failureCode.ts';

type OnFault = (error: unknown) => void;
/** Reports a fault of a part that keeps the rest from nothing; throws where nothing came of it. */
type Act = (onFault: OnFault) => Promise<unknown>;
interface Run {
  at: number;
  tookMs: number;
  failure: string | null;
}
interface Task {
  everyMs: number;
  /** ms; of the wall clock. */
  addedAt: number;
  last: Run | null;
  isRunning: boolean;
  run: () => Promise<void>;
}

/** The other nodes on the same database. */
export interface Nodes {
  /** Whether this one does what one of them is to do. */
  leads: () => Promise<boolean>;
  /** Reaches every node; where it fails, the others show an older run. */
  notify: (text: string) => Promise<unknown>;
}

export interface PeriodicTasks {
  /** Returns a run of it, for whoever keeps the time. A run that is asked for while one lasts is that one. */
  add(name: PeriodicTask, everyMs: number, act: Act, onFault: OnFault): () => Promise<void>;
  /** The same, kept in time here; returns what ends it. */
  start(name: PeriodicTask, everyMs: number, act: Act, onFault: OnFault): () => void;
  /** Of the tasks of this process. */
  states(): TaskState[];
  /** Begins a run now, on the node that does them; undefined where this process has no such task. */
  run(name: PeriodicTask): Promise<TaskState | undefined>;
  /** What a node has notified the others of. */
  hear(text: string): void;
}

export const TASK_CHANNEL = 'wayside_tasks';
/** `run`: null asks the node that does it for a run. */
interface Notice {
  task: string;
  run: Run | null;
}
const noticeOf = (task: PeriodicTask, run: Run | null): string =>
  JSON.stringify({ task, run } satisfies Notice);

export function createPeriodicTasks(clock: Clock, { leads, notify }: Nodes): PeriodicTasks {
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
      void notify(noticeOf(name, task.last)).catch(() => undefined);
    };
    const task: Task = {
      ...{ everyMs, addedAt: clock.now(), last: null, isRunning: false },
      run: () => (running ??= once()),
    };
    tasks.set(name, task);
    return () => runAsLeader(task);
  };
  const runAsLeader = async ({ run }: Task): Promise<void> => {
    if (await leads().catch(() => false)) await run();
  };

  return {
    add,
    start: (name, everyMs, act, onFault) => every(clock, everyMs, add(name, everyMs, act, onFault)),
    states: () => [...tasks].map(([name, task]) => stateOf(name, task)),
    async run(name) {
      const task = tasks.get(name);
      if (!task) return undefined;
      if (await leads()) void task.run();
      else await notify(noticeOf(name, null));
      return { ...stateOf(name, task), is_running: true };
    },
    hear(text) {
      const { task: taskName, run } = JSON.parse(text) as Notice;
      const name = PERIODIC_TASKS.find(one => one === taskName);
      const task = name && tasks.get(name);
      if (!task) return;
      if (run) task.last = run;
      else void runAsLeader(task);
    },
  };
}
