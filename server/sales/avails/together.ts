/** For how much of a campaign's time others are there. Pure. */
import { openTogether, type OpenFlight } from '../../../shared/sales/openTime.ts';
import type { CompetingCampaign } from './share.ts';

export interface Together {
  /** Of its time, 0 to 1. */
  share: (one: CompetingCampaign) => number;
  /** Seconds of an hour that are guaranteed to them, in the mean of its time. */
  sold_s: (one: CompetingCampaign) => number;
}
/** Each flight is compared once, however many screens it is on. */
export function togetherWith(open: { flights: readonly OpenFlight[]; tz: string }, now: number): Together {
  const shares = new Map<OpenFlight, number>();
  const shareOf = (flight: OpenFlight) => {
    const share = shares.get(flight) ?? openTogether(open, flight, now);
    shares.set(flight, share);
    return share;
  };
  return {
    share: ({ row }) =>
      Math.min(
        1,
        row.flights.reduce((sum, flight) => sum + shareOf(flight), 0),
      ),
    sold_s: ({ row, guaranteed }) =>
      guaranteed.length === 0
        ? 0
        : row.flights.reduce((sum, flight) => sum + (flight.sov_s_per_h ?? 0) * shareOf(flight), 0),
  };
}
