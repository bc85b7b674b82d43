/** How much of a partner's time one process may take: so many calls a second, and so many at once. */
import type { Clock } from '../../../shared/clock.ts';

interface Bucket {
  tokens: number;
  at: number;
  underWay: number;
}
export interface PartnerLimits {
  /** null: one call more would be too many. Otherwise what gives its place back. */
  take: (partner_id: string, limits: { qps_limit: number; concurrency: number }) => (() => void) | null;
}

export function createPartnerLimits(clock: Pick<Clock, 'mono'>): PartnerLimits {
  const buckets = new Map<string, Bucket>();
  return {
    take(partner_id, { qps_limit, concurrency }) {
      const at = clock.mono();
      const bucket = buckets.get(partner_id) ?? { tokens: qps_limit, at, underWay: 0 };
      buckets.set(partner_id, bucket);
      bucket.tokens = Math.min(qps_limit, bucket.tokens + ((at - bucket.at) / 1_000) * qps_limit);
      bucket.at = at;
      if (bucket.tokens < 1 || bucket.underWay >= concurrency) return null;
      bucket.tokens -= 1;
      bucket.underWay += 1;
      return () => void (bucket.underWay -= 1);
    },
  };
}
