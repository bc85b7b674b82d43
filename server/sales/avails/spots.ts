/** How long a play of a campaign lasts, for what is reckoned by the hour. */
import type { TransactionContext } from '../../transaction/context.ts';
import { lineSources } from '../campaigns/documentLines.ts';
import type { CampaignRow } from '../campaigns/listing.ts';

const USUAL_SPOT_MS = 10_000;

type Spots = Pick<CampaignRow, 'creatives'>;
/** ms of a play. */
export type SpotLength = (one: Spots) => number;
/** Mean of the creatives of each, by their weights. */
export async function spotLengths(ctx: TransactionContext, all: readonly Spots[]): Promise<SpotLength> {
  const rows = all.map(({ creatives }) => ({
    creative_ids: creatives.map(one => one.creative_id),
    targeting: { location_ids: [] },
  }));
  const known = (await lineSources(ctx, rows)).creatives;
  return ({ creatives }) => {
    const spots = creatives.flatMap(one => {
      const found = known.get(one.creative_id);
      return found ? [{ weight: one.weight, ms: found.duration_ms }] : [];
    });
    const weight = spots.reduce((sum, one) => sum + one.weight, 0);
    return weight === 0 ? USUAL_SPOT_MS : spots.reduce((sum, one) => sum + one.weight * one.ms, 0) / weight;
  };
}
