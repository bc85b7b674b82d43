/** Decides whether a build may be shown. A build that showed nothing in two starts is rolled back for good. */
import { sleep, type Clock } from '../shared/clock.ts';

export interface BuildState {
  /** Starts of its page without a `healthy` message. */
  starts: number;
  state: 'new' | 'proven' | 'bad';
  /** A page was informed that the build is bad. */
  isTold: boolean;
}
export const NEW_BUILD: BuildState = { starts: 0, state: 'new', isTold: false };

/** A slow tablet shows its first picture in a few seconds. */
const BOOT_LIMIT_MS = 30_000;
const MAX_STARTS = 2;
const CACHE = 'gate';
const address = (build: string) => `/gate/${build}`;

/** State after its page was requested. Without a previous build nothing is judged. */
export function afterStart(before: BuildState, hasPrevious: boolean): BuildState {
  if (before.state !== 'new' || !hasPrevious) return before;
  if (before.starts >= MAX_STARTS) return { ...before, state: 'bad' };
  return { ...before, starts: before.starts + 1 };
}

export function createGate(caches: CacheStorage, clock: Clock) {
  /** In-memory copy, so that a full disk cannot block a page. It lives as long as this worker. */
  const known = new Map<string, BuildState>();

  async function stateOf(build: string): Promise<BuildState> {
    const remembered = known.get(build);
    if (remembered) return remembered;
    const kept = await (await caches.open(CACHE)).match(address(build));
    const standing = kept ? ((await kept.json()) as BuildState) : NEW_BUILD;
    known.set(build, standing);
    return standing;
  }
  async function save(build: string, standing: BuildState): Promise<BuildState> {
    known.set(build, standing);
    const kept = await caches.open(CACHE);
    await kept.put(address(build), Response.json(standing)).catch(error => console.warn(error));
    return standing;
  }

  return {
    of: stateOf,
    async recordStart(build: string, hasFormer: boolean): Promise<BuildState> {
      const before = await stateOf(build);
      const after = afterStart(before, hasFormer);
      return after === before ? before : save(build, after);
    },
    /** Its page showed a picture. */
    async markProven(build: string): Promise<void> {
      if ((await stateOf(build)).state === 'new') await save(build, { ...NEW_BUILD, state: 'proven' });
    },
    /** The server called the build back. Its page knows, so it is not reported again. */
    markBad: (build: string) => save(build, { starts: 0, state: 'bad', isTold: true }),
    /** Is it bad and not reported to a page yet? Returns true once. */
    async takeUnreported(build: string): Promise<boolean> {
      const standing = await stateOf(build);
      if (standing.state !== 'bad' || standing.isTold) return false;
      await save(build, { ...standing, isTold: true });
      return true;
    },
    /** A bad build stays remembered, because it could be installed again. */
    async forget(build: string): Promise<void> {
      if ((await stateOf(build)).state === 'bad') return;
      known.delete(build);
      await (await caches.open(CACHE)).delete(address(build));
    },
    /** Restarts a page that shows nothing after the boot limit; only the worker can do that. */
    async restartIfDark(build: string, restart: () => Promise<unknown>): Promise<void> {
      const { state, starts } = await stateOf(build);
      if (state !== 'new' || starts === 0) return;
      await sleep(clock, BOOT_LIMIT_MS);
      if ((await stateOf(build)).state === 'new') await restart();
    },
  };
}
export type Gate = ReturnType<typeof createGate>;
