/** The service worker of that browser: the real lane it goes on with for closed pages, killed like any process. */
import { createWorkerLane } from '../../sw/lane.ts';
import type { Place } from './schedule.ts';
import { createWire } from './wire.ts';
import type { Life } from './world.ts';

export function createWorker(place: Place, user: string) {
  const { world } = place;
  let current: { life: Life; run: () => Promise<void> } | null = null;

  function start() {
    const life = world.born();
    const lane = createWorkerLane({
      db: world.connectionOf(life),
      clock: world.clockOf(life),
      fetch: createWire(place, life),
      tokens: {
        read: () => Promise.resolve({ access_token: 'a', refresh_token: 'r' }),
        write: () => Promise.resolve(),
      },
      user: () => Promise.resolve(user),
      lock: name => world.lockOf(life, name) as never,
      pages: () => Promise.resolve([]),
      onChange: () => undefined,
      log: () => undefined,
    });
    return { life, run: () => lane.run() };
  }

  return {
    run() {
      current ??= start();
      void current.run().catch(() => undefined);
    },
    async kill() {
      if (current) await world.kill(current.life, false);
      current = null;
    },
  };
}
