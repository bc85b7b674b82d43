/** What a thousand plays of a campaign are sold for. */
import { sql, type SQL } from 'drizzle-orm';

/**
 * Millionths of the currency's unit; null: nobody pays for it. What the house shows for itself is invoiced to nobody, so
 * that it earns its owners nothing and uses up no budget, whatever price was typed. `c`: the campaign.
 */
export const soldPrice = (c: SQL): SQL<number | null> =>
  sql<number | null>`(case when ${c}.class = 'house' then null else ${c}.bid_micros end)::float8`;
