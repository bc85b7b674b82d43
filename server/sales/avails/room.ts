/**
 * How much of each hour can be guaranteed on a screen, and how much of it is: the one rule for the approval of a campaign,
 * its forecast, and the calendar of a listing.
 */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import { refusalOf } from '../../../shared/playout/rights.ts';
import { rowsOf } from '../../db/rows.ts';
import { devices } from '../../db/schema.ts';
import { screenConfigs, type ScreenConfig } from '../../playout/config/screens.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { listedPairs, targetedScreens, type Targets } from '../campaigns/targets.ts';
import { spotLengths, type SpotLength } from './spots.ts';
import { levelsOf, type Levels } from './levels.ts';
import { competingCampaigns, shareOf, takenAt, type Booked, type CompetingCampaign } from './share.ts';

const HOUR_S = 3_600;
const MS_PER_S = 1_000;
/** Sums of fractions lie a hair below the whole second that they come to. */
const ROUNDING_S = 1e-6;

export interface Taken {
  id: string;
  name: string;
  sov_s_per_h: number;
}
export interface Room {
  device_id: string;
  config: ScreenConfig;
  /** Seconds of an hour for all that is guaranteed: no more than its ad load, and than each listing sells of it. */
  most_s: number;
}
export async function roomsOf(ctx: TransactionContext, targets: Targets): Promise<Room[]> {
  const { tx, tenant_id } = ctx;
  const screens = await tx
    .select({ id: devices.id, name: devices.name, group_ids: devices.group_ids, tags: devices.tags })
    .from(devices)
    .where(sql`${devices.id} in (${targetedScreens(tenant_id, targets)})`)
    .orderBy(devices.id);
  const configOf = await screenConfigs(ctx);
  const listed = rowsOf<{ id: string; pct: number }>(
    await tx.execute(sql`
      select o.device_id as id, min(l.share_max_pct)::int as pct
      from (${listedPairs(tenant_id)}) as o join listings l on l.id = o.campaign_id group by 1`),
  );
  const listedPct = new Map(listed.map(({ id, pct }) => [id, pct]));
  return screens.map(screen => {
    const config = configOf(screen);
    const pct = Math.min(config.pacing?.ad_load_max_pct ?? 100, listedPct.get(screen.id) ?? 100);
    return { device_id: screen.id, config, most_s: (pct / 100) * HOUR_S };
  });
}

/** Which of them are on a screen; screens with the same ones get the same list. */
export function competingOn(all: readonly CompetingCampaign[]) {
  const on = new Map<string, number[]>();
  for (const [i, { device_ids }] of all.entries())
    for (const id of device_ids) {
      const which = on.get(id);
      if (which) which.push(i);
      else on.set(id, [i]);
    }
  const lists = new Map<string, CompetingCampaign[]>();
  return (device_id: string): CompetingCampaign[] => {
    const which = on.get(device_id) ?? [];
    const key = which.join();
    const known = lists.get(key) ?? which.map(i => all[i]!);
    lists.set(key, known);
    return known;
  };
}

type Wanted = Booked & Pick<CampaignRow, 'advertiser' | 'creatives'>;
/** The screens of a campaign, what else is booked on them, and how long a play of each lasts. */
export interface Surroundings {
  rooms: readonly Room[];
  competing: readonly CompetingCampaign[];
  spotMs: SpotLength;
}
export async function surroundingsOf(
  ctx: TransactionContext,
  wanted: Wanted & Targets,
): Promise<Surroundings> {
  const rooms = await roomsOf(ctx, wanted);
  const competing = await competingCampaigns(
    ctx,
    wanted,
    rooms.map(({ device_id }) => device_id),
  );
  const spotMs = await spotLengths(ctx, [wanted, ...competing.map(({ row }) => row)]);
  return { rooms, competing, spotMs };
}
/** Seconds of an hour that whole spots of that length fill of what each loop may hold of advertising. */
function filledBy(spot_s: number, { pacing }: ScreenConfig): number {
  const { loop_s = HOUR_S, ad_load_max_pct = 100 } = pacing ?? {};
  const ofLoop = (ad_load_max_pct / 100) * loop_s;
  return (Math.floor(ofLoop / spot_s) * spot_s * HOUR_S) / loop_s;
}

/** Seconds of an hour that a campaign is guaranteed at this moment, by its own clock. */
function playsNow({ row, guaranteed }: CompetingCampaign, now: number): number {
  const moment = { at: now, tz: row.tz, weather: null, place: null };
  const open = guaranteed.filter(({ dayparts }) => refusalOf({ dayparts }, moment, 0) === null);
  return row.state === 'live' ? takenAt(open, instant(now)) : 0;
}
/** Screens on which guaranteed campaigns that play now leave room for no spot. */
export function soldOut(wanted: Wanted, { rooms, competing, spotMs }: Surroundings, now: number): Room[] {
  const campaignsOn = competingOn(competing);
  const nowOf = new Map(competing.map(one => [one, playsNow(one, now)]));
  return rooms.filter(({ device_id, config, most_s }) => {
    const taken_s = campaignsOn(device_id).reduce((sum, one) => sum + nowOf.get(one)!, 0);
    return taken_s > 0 && Math.min(most_s, filledBy(spotMs(wanted) / MS_PER_S, config)) - taken_s < 1;
  });
}

export interface ShareLeft {
  /** What it wants at one moment on one screen, and what is left for it there: where most is missing. */
  own_s: number;
  left_s: number;
  taken: Taken[];
}
interface Least extends Omit<ShareLeft, 'taken'> {
  at: string;
  others: readonly CompetingCampaign[];
}
const isWorse = (a: Least, b: Least) => a.own_s - a.left_s > b.own_s - b.left_s;
/** Its screens and moments are looked at one by one: what is taken on one is not missing on another. */
export function shareLeft(wanted: Wanted, { rooms, competing, spotMs }: Surroundings): ShareLeft {
  const campaignsOn = competingOn(competing);
  const levels = levelsOf(competing, wanted.flights);
  const own_s = levels.of(wanted.flights, ({ sov_s_per_h }) => sov_s_per_h ?? 0);
  const open = levels.of(wanted.flights, () => 1);
  let least: Least = { own_s: 0, left_s: HOUR_S, at: '', others: [] };
  const seen = new Map<CompetingCampaign[], Set<string>>();
  for (const room of rooms) {
    const others = campaignsOn(room.device_id);
    const { loop_s, per_advertiser_gap_s, min_item_s } = room.config.pacing ?? {};
    const kind = [room.most_s, loop_s, per_advertiser_gap_s, min_item_s].join();
    const kinds = seen.get(others) ?? new Set();
    if (kinds.has(kind)) continue;
    seen.set(others, kinds.add(kind));
    const found = leastLeftOn(room, { wanted, others, spotMs, levels, own_s, open });
    if (isWorse(found, least)) least = found;
  }
  const taken = least.others
    .map(({ row: { id, name }, guaranteed }) => ({ id, name, sov_s_per_h: takenAt(guaranteed, least.at) }))
    .filter(({ sov_s_per_h }) => sov_s_per_h > 0);
  return { own_s: least.own_s, left_s: least.left_s, taken };
}

interface OnScreen {
  wanted: Wanted;
  others: readonly CompetingCampaign[];
  spotMs: SpotLength;
  levels: Levels;
  /** Of the wanted flights, from each moment on: the share of the hour that they want, and how many are open. */
  own_s: Float64Array;
  open: Float64Array;
}
/** On one screen, from moment to moment of the wanted flights: only where something begins or ends anything changes. */
function leastLeftOn({ config, most_s }: Room, on: OnScreen): Least {
  const { wanted, others, spotMs, levels, own_s, open } = on;
  const { per_advertiser_gap_s: gap_s = 0, min_item_s = 0 } = config.pacing ?? {};
  const lasts = (one: Pick<Wanted, 'creatives'>) => Math.max(min_item_s, spotMs(one) / MS_PER_S);
  /** Of the hour, for each second that is shown: no other of its advertiser may follow within the gap. */
  const shut = (one: Pick<Wanted, 'creatives'>) => 1 + gap_s / lasts(one);
  const advertiser = wanted.advertiser.toLowerCase();
  const owed = others.filter(({ guaranteed }) => guaranteed.length > 0);
  const ofSame = owed.filter(({ row }) => row.advertiser.toLowerCase() === advertiser);
  /** Its own spots are whole ones, and so are all together: the shortest fill best what the longer leave. */
  const shortest = Math.min(...[wanted, ...owed.map(({ row }) => row)].map(lasts));
  const most = Math.min(most_s, filledBy(shortest, config));
  const ofItself = filledBy(lasts(wanted), config);
  const shutByOwn = shut(wanted);
  const taken = levels.guaranteed(owed);
  const shut_s = levels.guaranteed(ofSame, ({ row }) => shut(row));
  let least: Least = { own_s: 0, left_s: HOUR_S, at: '', others: owed };
  for (let n = 0; n < taken.length; n++) {
    if (open[n] === 0) continue;
    const left = Math.min(most - taken[n]!, ofItself, (HOUR_S - shut_s[n]!) / shutByOwn);
    const left_s = Math.max(0, Math.floor(left + ROUNDING_S));
    if (own_s[n]! - left_s > least.own_s - least.left_s)
      least = { own_s: own_s[n]!, left_s, at: levels.moments[n]!, others: owed };
  }
  return least;
}

/** No more is sold than a screen can show: whoever approves holds the lock of the documents, so the later sees the earlier. */
export async function requireShareLeft(
  ctx: TransactionContext,
  campaign: Wanted & Targets & Pick<CampaignRow, 'class'>,
): Promise<void> {
  if (campaign.class !== 'guaranteed' || shareOf(campaign.flights) === 0) return;
  const { own_s, left_s, taken } = shareLeft(campaign, await surroundingsOf(ctx, campaign));
  if (own_s <= left_s) return;
  throw refusedBy('share_sold', `Only ${left_s} s of each hour are left on its screens.`, { left_s, taken });
}
