/** Counts the traffic of a metered link and computes the media budget left this month. */
import { every, type Clock } from '../../shared/clock.ts';
import {
  remainingMediaBytes,
  currentUsage,
  type DataPlan,
  type DataUsage,
} from '../../shared/device/dataPlan.ts';
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';

/** Of a request and its answer, with what lies beneath HTTP. */
const HEADERS_BYTES = 900;
const KEPT_MS = 60_000;
/** Counted by the calendar where no plan says otherwise. */
const NO_PLAN = { day: 1 };

interface Ports {
  db: Connection;
  clock: Clock;
  /** The server's time, ms. */
  now: () => number;
  plan: () => DataPlan | undefined;
  isMetered: () => boolean;
  onFault: (error: unknown) => void;
}
export async function createUsageMeter({ db, clock, now, plan, isMetered, onFault }: Ports) {
  let usage = await readValue(db, 'spent');
  let isKept = true;
  const current = (): DataUsage => (usage = currentUsage(usage, plan() ?? NO_PLAN, now()));
  /** A power cut costs the count of a minute, and the link carries little in one. */
  every(clock, KEPT_MS, () => {
    if (isKept) return;
    isKept = true;
    writeValues(db, { spent: current() }).catch(onFault);
  });

  return {
    now: current,
    count: (target: string, bytes: number): void => {
      if (!isMetered()) return;
      const kind = target.startsWith('/media/') ? 'media' : 'control';
      const before = current();
      usage = { ...before, [kind]: before[kind] + HEADERS_BYTES + bytes };
      isKept = false;
    },
    /** May so many bytes of media come now? `isBare`: nothing can be shown without them. */
    mayFetch: (bytes: number, nothingOnScreen: boolean): boolean => {
      const limit = plan();
      return !limit || !isMetered() || bytes <= remainingMediaBytes(limit, current(), now(), nothingOnScreen);
    },
  };
}
export type UsageMeter = Awaited<ReturnType<typeof createUsageMeter>>;
