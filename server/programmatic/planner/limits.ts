/** How much of a partner's time one process may take: so many calls a second, and so many at once. */
import type { Clock } from '../../../shared/clock.ts';

interface Bucket {
  tokens: number;
  at: number;
  underWay: number;
  /** Those that wait for a call to end. */
  waiting: Set<() => void>;
}
interface Rates {
  qps_limit: number;
  concurrency: number;
}
export interface PartnerLimits {
  /** Waits for its turn. null: it would not have come in time. Otherwise what gives its place back. */
  take: (partner_id: string, rates: Rates) => Promise<(() => void) | null>;
}

const SECOND_MS = 1_000;
/** An auction is held minutes before its play, so a call waits for its turn, but not so long that a slow partner holds up the others. */
export const LONGEST_WAIT_MS = 2_000;

export function createPartnerLimits(clock: Pick<Clock, 'mono' | 'after'>): PartnerLimits {
  const buckets = new Map<string, Bucket>();
  const release = (bucket: Bucket) => () => {
    bucket.underWay -= 1;
    for (const wake of bucket.waiting) wake();
  };
  /** Until a call has ended, or the time is over. */
  const pause = (bucket: Bucket, ms: number) =>
    new Promise<void>(done => {
      const wake = () => {
        cancel();
        bucket.waiting.delete(wake);
        done();
      };
      const cancel = clock.after(ms, wake);
      bucket.waiting.add(wake);
    });
  return {
    async take(partner_id, { qps_limit, concurrency }) {
      const deadline = clock.mono() + LONGEST_WAIT_MS;
      const bucket = buckets.get(partner_id) ?? {
        ...{ tokens: qps_limit, at: clock.mono(), underWay: 0, waiting: new Set<() => void>() },
      };
      buckets.set(partner_id, bucket);
      for (;;) {
        const at = clock.mono();
        bucket.tokens = Math.min(qps_limit, bucket.tokens + ((at - bucket.at) / SECOND_MS) * qps_limit);
        bucket.at = at;
        if (bucket.tokens >= 1 && bucket.underWay < concurrency) {
          bucket.tokens -= 1;
          bucket.underWay += 1;
          return release(bucket);
        }
        if (at >= deadline) return null;
        const untilToken = bucket.tokens >= 1 ? Infinity : ((1 - bucket.tokens) / qps_limit) * SECOND_MS;
        await pause(bucket, Math.min(Math.ceil(untilToken), deadline - at));
      }
    },
  };
}
