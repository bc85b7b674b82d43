/** For how much of a campaign's time others are there. Pure. */
import { openTogether, type OpenFlight } from '../../../shared/sales/openTime.ts';
import type { CompetingCampaign } from './share.ts';

export interface Together {
  /** Of its time, 0 to 1. */
  share: (one: CompetingCampaign) => number;
  /** Seconds of an hour that are guaranteed to them, in the mean of its time. */
  sold_s: (one: CompetingCampaign) => number;
}
interface Part {
  share: number;
  sold_s: number;
}
/** Each campaign is compared once, however many screens it is on. */
export function togetherWith(open: { flights: readonly OpenFlight[]; tz: string }, now: number): Together {
  const shareOf = openTogether(open, now);
  const known = new Map<CompetingCampaign, Part>();
  function partOf(one: CompetingCampaign): Part {
    let part = known.get(one);
    if (!part) {
      const shares = one.row.flights.map(flight => ({ share: shareOf(flight), s: flight.sov_s_per_h ?? 0 }));
      const isSold = one.guaranteed.length > 0;
      part = {
        share: Math.min(
          1,
          shares.reduce((sum, { share }) => sum + share, 0),
        ),
        sold_s: isSold ? shares.reduce((sum, { share, s }) => sum + s * share, 0) : 0,
      };
      known.set(one, part);
    }
    return part;
  }
  return { share: one => partOf(one).share, sold_s: one => partOf(one).sold_s };
}
