/** How what was sold by auction is counted, for all who count it. Of a bid `b` and its auction `a`. */
import { sql } from 'drizzle-orm';

/** What a partner in test mode bids beside others that pay counts as no bid. */
export const isPriced = sql`(b.price_micros is not null and b.outcome <> 'test')`;
export const isSold = sql`b.spot_state is not null`;
/** Reported and to be paid: each spot once, however often it was shown. */
export const isPaid = sql`b.billable_at is not null`;
/** Whole, in 10^-13 of the currency's unit; `minorOfCost` rounds it. */
export const costOfSold = sql`coalesce(sum((coalesce(a.clearing_micros, b.price_micros)::numeric * b.multiplier * 10000))
  filter (where ${isPaid}), 0)::numeric(60, 0)::text`;
/** What partners bid in tests sells nothing. */
export const isLive = sql`a.status <> 'test'`;
