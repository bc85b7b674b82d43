/** Whether a build may be shown: one that twice came to no picture gives way to the one before, for good. */
import { sleep, type Clock } from '../shared/clock.ts';

export interface Standing {
  /** Times its page was given out and nothing was heard of it. */
  starts: number;
  state: 'new' | 'proven' | 'bad';
  /** A page was told that it is bad. */
  isTold: boolean;
}
export const NEW: Standing = { starts: 0, state: 'new', isTold: false };

/** A slow tablet shows its first picture in a few seconds. */
const BOOT_LIMIT_MS = 30_000;
const MAX_STARTS = 2;
const CACHE = 'gate';
const address = (build: string) => `/gate/${build}`;

/** Its page is asked for. Where there is nothing else to show, there is nothing to judge. */
export function started(standing: Standing, hasFormer: boolean): Standing {
  if (standing.state !== 'new' || !hasFormer) return standing;
  if (standing.starts >= MAX_STARTS) return { ...standing, state: 'bad' };
  return { ...standing, starts: standing.starts + 1 };
}

export function createGate(caches: CacheStorage, clock: Clock) {
  /** A full disk must not keep a page from coming: what it refuses is known as long as this worker lives. */
  const known = new Map<string, Standing>();

  async function of(build: string): Promise<Standing> {
    const remembered = known.get(build);
    if (remembered) return remembered;
    const kept = await (await caches.open(CACHE)).match(address(build));
    const standing = kept ? ((await kept.json()) as Standing) : NEW;
    known.set(build, standing);
    return standing;
  }
  async function set(build: string, standing: Standing): Promise<Standing> {
    known.set(build, standing);
    const kept = await caches.open(CACHE);
    await kept.put(address(build), Response.json(standing)).catch(error => console.warn(error));
    return standing;
  }

  return {
    of,
    async start(build: string, hasFormer: boolean): Promise<Standing> {
      const before = await of(build);
      const after = started(before, hasFormer);
      return after === before ? before : set(build, after);
    },
    /** Its page showed a picture. */
    async prove(build: string): Promise<void> {
      if ((await of(build)).state === 'new') await set(build, { ...NEW, state: 'proven' });
    },
    /** The server called it back: whoever runs it knows. */
    condemn: (build: string) => set(build, { starts: 0, state: 'bad', isTold: true }),
    /** Is it bad, and has no page heard of it yet? Said once. */
    async news(build: string): Promise<boolean> {
      const standing = await of(build);
      if (standing.state !== 'bad' || standing.isTold) return false;
      await set(build, { ...standing, isTold: true });
      return true;
    },
    /** A bad one is remembered: it may come again. */
    async forget(build: string): Promise<void> {
      if ((await of(build)).state === 'bad') return;
      known.delete(build);
      await (await caches.open(CACHE)).delete(address(build));
    },
    /** A page that shows nothing is dead: nobody but the worker can begin it anew. */
    async watch(build: string, restart: () => Promise<unknown>): Promise<void> {
      const { state, starts } = await of(build);
      if (state !== 'new' || starts === 0) return;
      await sleep(clock, BOOT_LIMIT_MS);
      if ((await of(build)).state === 'new') await restart();
    },
  };
}
export type Gate = ReturnType<typeof createGate>;
