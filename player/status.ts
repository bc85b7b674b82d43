/** What the player knows of itself, for the screens, the sheet and the heartbeat. */
export interface Skipped {
  creative_id: string;
  name: string;
  reason: string;
  at: string;
}
export interface Status {
  /** The code on screen and when it ends, by the server's time; null where none is shown. */
  code: { text: string; expiresAt: number } | null;
  isPaired: boolean;
  link: 'unknown' | 'online' | 'offline';
  /** Monotonic ms since when the link is what it is, and when it is tried again. */
  linkSince: number;
  retryAt: number | null;
  name: string;
  library: { ready: number; total: number; givenUp: number };
  plays: { waiting: number; parked: number };
  /** Newest last. */
  skipped: readonly Skipped[];
}

const KEPT_SKIPS = 20;

export function createStatus() {
  let now: Status = {
    code: null,
    isPaired: false,
    link: 'unknown',
    linkSince: 0,
    retryAt: null,
    name: '',
    library: { ready: 0, total: 0, givenUp: 0 },
    plays: { waiting: 0, parked: 0 },
    skipped: [],
  };
  const listeners = new Set<(status: Status) => void>();
  const set = (patch: Partial<Status>) => {
    now = { ...now, ...patch };
    for (const listener of listeners) listener(now);
  };
  return {
    get: () => now,
    set,
    skip: (skip: Skipped) => set({ skipped: [...now.skipped, skip].slice(-KEPT_SKIPS) }),
    /** Calls at once and after each change; the answer ends it. */
    watch(listener: (status: Status) => void) {
      listeners.add(listener);
      listener(now);
      return () => void listeners.delete(listener);
    },
  };
}
export type StatusStore = ReturnType<typeof createStatus>;
