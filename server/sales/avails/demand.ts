/** What a forecast asks of screens and campaigns: time for advertising, rates, and lengths of spots. */
import { sql } from 'drizzle-orm';
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/mix.ts';
import type { forecastCampaign } from '../../../shared/contract/sales/campaignCalls.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { devices } from '../../db/schema.ts';
import { screenConfigs, type ScreenConfig } from '../../playout/config/screens.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lineSources } from '../campaigns/documentLines.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { targetedScreens } from '../campaigns/targets.ts';
import { adShare, ownShare } from './capacity.ts';
import { sumOf, type CompetingCampaign } from './share.ts';

export type ForecastRequest = Body<typeof forecastCampaign>;
const HOUR_S = 3_600;
const MS_PER_S = 1_000;
const USUAL_SPOT_MS = 10_000;

/** Plays an hour that each screen would owe its plan; null: as many as its turn brings. */
export function rateOf({ pacing, goal, goal_amount }: ForecastRequest, hours: number): number | null {
  const isCounted = goal === 'plays' || goal === 'impressions';
  return pacing === 'asap' || !isCounted || goal_amount === null || hours === 0 ? null : goal_amount / hours;
}

/** Screens on which the same campaigns compete in the same way. */
export interface ScreenKind {
  device_ids: string[];
  competing: CompetingCampaign[];
  /** Seconds of an hour that are guaranteed to others. */
  sold_s: number;
  /** ms of an hour for what takes its turn, as these screens are configured. */
  turns_ms: number;
}
export async function screenKinds(
  ctx: TransactionContext,
  { targeting, class: wantedClass }: ForecastRequest,
  all: readonly CompetingCampaign[],
): Promise<ScreenKind[]> {
  const screens = await ctx.tx
    .select({ id: devices.id, name: devices.name, group_ids: devices.group_ids, tags: devices.tags })
    .from(devices)
    .where(sql`${devices.id} in (${targetedScreens(ctx.tenant_id, targeting)})`);
  const configOf = await screenConfigs(ctx);
  const on = all.map(({ device_ids }) => new Set(device_ids));
  const kinds = new Map<string, ScreenKind>();
  for (const screen of screens) {
    const competing = all.filter((_, i) => on[i]!.has(screen.id));
    const sold_s = Math.min(HOUR_S, sumOf(competing));
    const turns_ms = turnsMs(configOf(screen), wantedClass, sold_s);
    const key = [...competing.map(({ row }) => row.id), turns_ms].join();
    const kind = kinds.get(key) ?? { device_ids: [], competing, sold_s, turns_ms };
    kind.device_ids.push(screen.id);
    kinds.set(key, kind);
  }
  return [...kinds.values()];
}

function turnsMs(
  { weights, pacing }: ScreenConfig,
  wantedClass: ForecastRequest['class'],
  sold_s: number,
): number {
  const free = HOUR_S - sold_s;
  if (wantedClass === 'house') return ownShare(weights ?? DEFAULT_WEIGHTS) * free * MS_PER_S;
  const most = ((pacing?.ad_load_max_pct ?? 100) / 100) * HOUR_S - sold_s;
  return Math.max(0, Math.min(adShare(weights ?? DEFAULT_WEIGHTS) * free, most)) * MS_PER_S;
}

type Spots = Pick<ForecastRequest, 'creatives'>;
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
