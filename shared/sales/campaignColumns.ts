/** What is stored of a campaign beside what somebody wrote: for what is looked up by it. Pure, but for ids of new flights. */
import { dateOf } from '../clock.ts';
import type { Campaign, Flight, Targeting } from '../contract/sales/campaign.ts';
import { uuid7 } from '../random.ts';

interface Written {
  flights?: Flight[] | undefined;
  targeting?: Targeting | undefined;
  creatives?: Campaign['creatives'] | undefined;
}
/** The columns that follow from others. */
export function derived({ flights, targeting, creatives: shown }: Written, now: number) {
  const stored = flights?.map(
    one => ({ ...one, id: one.id ?? uuid7(now) }) satisfies Flight & { id: string },
  );
  const times = (of: 'starts_at' | 'ends_at') => stored?.map(one => Date.parse(one[of])) ?? [];
  return {
    ...(stored && {
      flights: stored,
      starts_at: dateOf(Math.min(...times('starts_at'))),
      ends_at: dateOf(Math.max(...times('ends_at'))),
    }),
    ...(targeting && { device_ids: targeting.device_ids, group_ids: targeting.group_ids }),
    ...(shown && { creative_ids: shown.map(one => one.creative_id) }),
  };
}
