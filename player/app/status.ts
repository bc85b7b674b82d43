/** What the player knows of itself, for the screens, the sheet and the heartbeat. */
import { instant } from '../../shared/clock.ts';
import type { DocumentItem } from '../../shared/contract/playout/manifest.ts';
import type { ErrorCode } from '../../shared/contract/wire/errors.ts';
import type { LinkQuality } from '../../shared/net/quality/assess.ts';

export interface SkippedItem {
  creative_id: string;
  name: string;
  reason: string;
  at: string;
}
export interface Status {
  /** The code on screen and when it ends, by the server's time; null where none is shown. */
  code: { text: string; expiresAt: number } | null;
  isPaired: boolean;
  /** Only a PIN leads to what is not for passengers. */
  isKiosk: boolean;
  /** Unknown until the first check has ended. */
  link: 'unknown' | LinkQuality['status'];
  /** Monotonic ms when pairing is tried again. */
  retryAt: number | null;
  /** The server says that it does not know this screen; it plays on. */
  refusedBy: ErrorCode | null;
  name: string;
  /** The splash document that was fetched since the start. */
  splash: string | null;
  library: { ready: number; total: number; givenUp: number };
  plays: { waiting: number; parked: number };
  /** Newest last; `unsent` are those no heartbeat has told of yet. */
  skipped: readonly SkippedItem[];
  unsent: readonly SkippedItem[];
}

/** Known not to be as it should. */
export const isLinkDegraded = (link: Status['link']) => link !== 'unknown' && link !== 'online';

const KEPT_SKIPS = 20;
const MAX_REASON = 200;
const UNKNOWN = 'unknown';

/** `now`: the server's time, ms. */
export const skippedItem = (
  { creative_id, name }: Pick<DocumentItem, 'creative_id' | 'name'>,
  reason: string,
  now: number,
): SkippedItem => ({
  creative_id,
  name,
  reason: reason.slice(0, MAX_REASON) || UNKNOWN,
  at: instant(Math.round(now)),
});

export function createStatus() {
  let now: Status = {
    code: null,
    isPaired: false,
    isKiosk: false,
    link: 'unknown',
    retryAt: null,
    refusedBy: null,
    name: '',
    splash: null,
    library: { ready: 0, total: 0, givenUp: 0 },
    plays: { waiting: 0, parked: 0 },
    skipped: [],
    unsent: [],
  };
  const listeners = new Set<(status: Status) => void>();
  const set = (patch: Partial<Status>) => {
    now = { ...now, ...patch };
    for (const listener of listeners) listener(now);
  };
  return {
    get: () => now,
    set,
    skip(skip: SkippedItem) {
      const kept = (list: readonly SkippedItem[]) => [...list, skip].slice(-KEPT_SKIPS);
      set({ skipped: kept(now.skipped), unsent: kept(now.unsent) });
    },
    /** Calls at once and after each change; the answer ends it. */
    watch(listener: (status: Status) => void) {
      listeners.add(listener);
      listener(now);
      return () => void listeners.delete(listener);
    },
  };
}
export type StatusStore = ReturnType<typeof createStatus>;
