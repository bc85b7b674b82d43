/** Simulated screens on a moved clock: it waits for their calls. */
import type { InjectOptions } from 'fastify';
import { manualClock } from '../../support/clock.ts';
import type { TestServer } from '../../support/server/server.ts';

const TURNS = 40;
/** Of the real clock. A call that waits for the moved one must not be waited for; any other is answered sooner. */
const MOST_MS = 2_000;

export function drivingClock(start: number) {
  /** Calls that have no answer yet. */
  let open = 0;
  /** Timers of the server and of the vehicles share this clock, and a call needs turns of the real one: on a busy machine more. */
  const settle = async () => {
    const begun = performance.now();
    for (let turn = 0; turn < TURNS || (open > 0 && performance.now() - begun < MOST_MS); turn++)
      await new Promise<void>(done => setImmediate(done));
  };
  function counted({ app }: TestServer): TestServer['app'] {
    const inject = async (options: InjectOptions) => {
      open++;
      try {
        return await app.inject(options);
      } finally {
        open--;
      }
    };
    return Object.assign(Object.create(app) as TestServer['app'], { inject });
  }
  return { clock: manualClock(start, settle), counted };
}
