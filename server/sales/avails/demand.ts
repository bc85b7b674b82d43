/** What a forecast asks of screens and campaigns: time for advertising, rates, and lengths of spots. */
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/mix.ts';
import type { forecastCampaign } from '../../../shared/contract/sales/campaignCalls.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { ScreenConfig } from '../../playout/config/screens.ts';
import { adShare, ownShare } from './capacity.ts';
import { guaranteedPeaks } from './levels.ts';
import { competingOn, type Surroundings } from './room.ts';
import type { CompetingCampaign } from './share.ts';
import type { Together } from './together.ts';

export type ForecastRequest = Body<typeof forecastCampaign>;
const HOUR_S = 3_600;
const MS_PER_S = 1_000;

/** Plays an hour that each screen would owe its plan; null: as many as its turn brings. `goal`: in plays. */
export const rateOf = ({ pacing }: ForecastRequest, goal: number | null, hours: number): number | null =>
  pacing === 'asap' || goal === null || hours === 0 ? null : goal / hours;

/** Screens on which the same campaigns compete in the same way. */
export interface ScreenKind {
  device_ids: string[];
  competing: CompetingCampaign[];
  /** Seconds of an hour that can be guaranteed, and the most that is guaranteed to others at one moment of each of its flights. */
  most_s: number;
  sold_s: readonly number[];
  /** ms of an hour for what takes its turn, as these screens are configured. */
  turns_ms: number;
}
/** What is guaranteed to the same campaigns; `n`: which of their lists it is. */
interface SoldOn extends Pick<ScreenKind, 'sold_s'> {
  n: number;
  mean_s: number;
}

export function screenKinds(
  { class: wantedClass, flights }: ForecastRequest,
  { rooms, competing: all }: Pick<Surroundings, 'rooms' | 'competing'>,
  together: Together,
): ScreenKind[] {
  const campaignsOn = competingOn(all);
  const peaksOn = guaranteedPeaks(all, flights);
  const kinds = new Map<string, ScreenKind>();
  const sold = new Map<CompetingCampaign[], SoldOn>();
  function soldBy(competing: CompetingCampaign[]): SoldOn {
    const mean_s = competing.reduce((sum, one) => sum + together.sold_s(one), 0);
    return { n: sold.size, sold_s: peaksOn(competing), mean_s: Math.min(HOUR_S, mean_s) };
  }
  for (const { device_id, config, most_s } of rooms) {
    const competing = campaignsOn(device_id);
    const same = sold.get(competing) ?? soldBy(competing);
    sold.set(competing, same);
    const { n, sold_s, mean_s } = same;
    const turns_ms = turnsMs(config, wantedClass, mean_s);
    const key = [n, turns_ms, most_s].join();
    const kind = kinds.get(key) ?? { device_ids: [], competing, most_s, sold_s, turns_ms };
    kind.device_ids.push(device_id);
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
