/** The way of one spot from its auction to its bill. Pure. */
import type { Spot } from '../../../shared/contract/programmatic/bid.ts';
import type { TimelineStep } from '../../../shared/contract/programmatic/auction.ts';

interface AuctionFacts {
  at: string;
  duration_ms: number;
  /** null: nobody offered a price. */
  answered_at: string | null;
  spot: Spot | null;
}

/** An auction that sold nothing has nothing to come; a spot that ended has no bill to come. */
export function timelineOf({ at, answered_at, spot }: AuctionFacts): TimelineStep[] {
  const auctionSteps: TimelineStep[] = [
    { step: 'auction', at },
    { step: 'bids', at: answered_at },
  ];
  if (!spot) return auctionSteps;
  const visibleSteps: TimelineStep[] = [
    { step: 'lease', at: spot.delivered_at },
    { step: 'ready', at: spot.ready_at },
    { step: 'played', at: spot.played_at },
    { step: 'reported', at: spot.reported_at },
  ];
  const sold: TimelineStep[] = [
    { step: 'win', at: answered_at },
    ...withDisplaced(visibleSteps, spot),
    { step: 'billed', at: spot.billed_at },
  ];
  if (spot.ended_at === null) return [...auctionSteps, ...sold];
  return [...auctionSteps, ...sold.filter(step => step.at !== null), { step: 'ended', at: spot.ended_at }];
}

/** Once the second spot is planned, the steps on the screen are those of the second. */
function withDisplaced(visibleSteps: TimelineStep[], { displaced_at, replanned_at }: Spot): TimelineStep[] {
  if (displaced_at === null) return visibleSteps;
  const displaced: TimelineStep[] = [
    { step: 'displaced', at: displaced_at },
    { step: 'replanned', at: replanned_at },
  ];
  return replanned_at === null
    ? [...visibleSteps.filter(({ at }) => at !== null), ...displaced]
    : [...displaced, ...visibleSteps];
}
