/** Work that cannot be stopped in between runs in a thread of its own, which can. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../root.ts';

interface Bounds {
  limit_ms: number;
  heap_mb: number;
  signal?: AbortSignal | undefined;
}
export class ThreadTimeout extends Error {
  constructor() {
    super('the thread took too long');
    this.name = 'ThreadTimeout';
  }
}

/**
 * The first message of the thread. `file`: of the sources, below the root, run as it is: the built server is one file
 * and holds no second thread. Throws ThreadTimeout, the reason of the signal, or what ended the thread.
 */
export function runInThread<T>(file: string, workerData: unknown, bounds: Bounds): Promise<T> {
  const { limit_ms, heap_mb, signal } = bounds;
  const timeout = AbortSignal.timeout(limit_ms);
  const stop = AbortSignal.any(signal ? [timeout, signal] : [timeout]);
  return new Promise((done, fail) => {
    const worker = new Worker(join(ROOT, file), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heap_mb },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    const end = () => {
      void worker.terminate();
      fail(timeout.aborted ? new ThreadTimeout() : (stop.reason as Error));
    };
    stop.addEventListener('abort', end);
    worker.once('message', done);
    worker.once('error', fail);
    worker.once('exit', code => {
      stop.removeEventListener('abort', end);
      fail(new Error(`the thread ended with ${code}`));
    });
  });
}
