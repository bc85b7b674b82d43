/** What a forecast asks of screens and campaigns: time for advertising, rates, and lengths of spots. */
import { sql } from 'drizzle-orm';
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/mix.ts';
import type { forecastCampaign } from '../../../shared/contract/sales/campaignCalls.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { devices } from '../../db/schema.ts';
import { screenConfigs } from '../../playout/config/screens.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lineSources } from '../campaigns/documentLines.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { targetedScreens } from '../campaigns/targets.ts';
import { adShare, ownShare } from './capacity.ts';

export type Wanted = Body<typeof forecastCampaign>;
const HOUR_S = 3_600;
const USUAL_SPOT_MS = 10_000;

/** Plays an hour that each screen would owe its plan; null: as many as its turn brings. */
export function rateOf({ pacing, goal, goal_amount }: Wanted, hours: number): number | null {
  const isCounted = goal === 'plays' || goal === 'impressions';
  return pacing === 'asap' || !isCounted || goal_amount === null || hours === 0 ? null : goal_amount / hours;
}

/** ms of an hour for what takes its turn, as its screens are configured; the mean of them. */
export async function advertisingMs(
  ctx: TransactionContext,
  { targeting, class: wantedClass }: Wanted,
  free: number,
): Promise<number> {
  const { tx, tenant_id } = ctx;
  const screens = await tx
    .select({ id: devices.id, name: devices.name, group_ids: devices.group_ids, tags: devices.tags })
    .from(devices)
    .where(sql`${devices.id} in (${targetedScreens(tenant_id, targeting)})`);
  const configOf = await screenConfigs(ctx);
  const each = screens.map(screen => {
    const { weights = DEFAULT_WEIGHTS, pacing } = configOf(screen);
    if (wantedClass === 'house') return ownShare(weights) * free;
    const most = ((pacing?.ad_load_max_pct ?? 100) / 100) * HOUR_S - (HOUR_S - free);
    return Math.max(0, Math.min(adShare(weights) * free, most));
  });
  return (each.reduce((sum, one) => sum + one, 0) / Math.max(1, each.length)) * 1_000;
}

type Spots = Pick<Wanted, 'creatives'>;
/** Mean of the creatives of each, by their weights. */
export async function spotLengths(
  ctx: TransactionContext,
  all: readonly Spots[],
): Promise<(one: Spots) => number> {
  const rows = all.map(({ creatives }) => ({
    creative_ids: creatives.map(one => one.creative_id),
    targeting: { location_ids: [] },
  }));
  const known = (await lineSources(ctx, rows as unknown as CampaignRow[])).creatives;
  return ({ creatives }) => {
    const spots = creatives.flatMap(one => {
      const found = known.get(one.creative_id);
      return found ? [{ weight: one.weight, ms: found.duration_ms }] : [];
    });
    const weight = spots.reduce((sum, one) => sum + one.weight, 0);
    return weight === 0 ? USUAL_SPOT_MS : spots.reduce((sum, one) => sum + one.weight * one.ms, 0) / weight;
  };
}
