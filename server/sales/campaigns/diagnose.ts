/** "Why isn't it playing?": the checks of the contract in their order, each with the figures it rests on. */
import { eq, sql } from 'drizzle-orm';
import { PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { ON_SCREENS, type Campaign } from '../../../shared/contract/sales/campaign.ts';
import { needsLease } from '../../../shared/contract/sales/needsLease.ts';
import { type Diagnosis } from '../../../shared/contract/sales/campaignCalls.ts';
import { instant } from '../../../shared/clock.ts';
import type { DecisionReason } from '../../../shared/contract/playout/decisions.ts';
import { dayOf, refusalOf } from '../../../shared/playout/rights.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { costOfPlays } from '../../../shared/money.ts';
import { leastLeft } from '../../../shared/sales/leaseGrant.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { rulesAgainst } from '../../playout/weather/screenRules.ts';
import { readSource } from '../../playout/weather/source.ts';
import { lossesOf } from '../losses.ts';
import { lineSources } from './documentLines.ts';
import { campaignListing, type CampaignRow } from './listing.ts';
import { playsDelivered, goalOf } from './progress.ts';
import { screensTooFull } from '../avails/adLoad.ts';
import { shareLeft, soldOut, surroundingsOf } from '../avails/room.ts';
import { shareOf, type CompetingCampaign } from '../avails/share.ts';
import { playsUnderCaps } from '../budgets/used.ts';
import { leaseAllowance } from '../leases/allowance.ts';
import { targetPairs } from './targets.ts';

type Check = Diagnosis['checks'][number];
const CAPS = ['max_per_hour', 'max_per_day', 'max_per_ride'] as const;
const RECENT_MS = 3_600_000;

const check = (name: Check['check'], result: Check['result'], facts: Check['facts'] = {}): Check => ({
  check: name,
  result,
  facts,
});

/** How the screens it is meant for are doing, in one query. */
async function screensOf({ tx, tenant_id, now }: TransactionContext, id: string) {
  const online = instant(now - PRESENCE_S.stale * 1_000);
  const [row] = rowsOf<{ targeted: number; online: number; informed: number; synced: number }>(
    await tx.execute(sql`
      select count(*)::int as targeted,
        count(*) filter (where d.last_seen_at >= ${online}::timestamptz)::int as online,
        count(*) filter (where d.flights_sha256 is not null)::int as informed,
        count(*) filter (where (d.reported ->> 'manifest_version')::bigint >= d.manifest_version)::int as synced
      from (${targetPairs(tenant_id, sql`c.id = ${id}`)}) as t join devices d on d.id = t.device_id`),
  );
  return row ?? { targeted: 0, online: 0, informed: 0, synced: 0 };
}

async function playsLately({ tx, tenant_id, now }: TransactionContext, id: string): Promise<number> {
  const since = instant(now - RECENT_MS);
  const [row] = rowsOf<{ n: number }>(
    await tx.execute(sql`
      select count(*)::int as n from plays p
      where p.tenant_id = ${tenant_id} and p.campaign_id = ${id} and p.started_at >= ${since}::timestamptz`),
  );
  return row?.n ?? 0;
}

/** By the campaign's own clock; each screen goes by its own. */
function timeChecks(campaign: Campaign, now: number): Check[] {
  const open = campaign.flights.filter(
    one => Date.parse(one.starts_at) <= now && now < Date.parse(one.ends_at),
  );
  const next = campaign.flights
    .map(one => one.starts_at)
    .filter(at => Date.parse(at) > now)
    .sort()[0];
  const flight = check('flight', open.length > 0 ? 'pass' : 'fail', {
    next: next ?? null,
    ends: open.length > 0 ? campaign.ends_at : null,
    ended: next || open.length > 0 ? null : campaign.ends_at,
  });
  const moment = { at: now, tz: campaign.tz, weather: null, place: null };
  const isHour = open.some(({ dayparts }) => refusalOf({ dayparts }, moment, 0) === null);
  return [flight, check('daypart', open.length === 0 || isHour ? 'pass' : 'fail', { tz: campaign.tz })];
}

/** By reason: what its screens have counted of their decisions in the last days. */
type Counted = ReadonlyMap<DecisionReason, number>;

/** What screens do not know or see otherwise refuses it; without weather, what waits for some waits for ever. */
async function conditionCheck(ctx: TransactionContext, campaign: Campaign, counted: Counted): Promise<Check> {
  const { conditions } = campaign.targeting;
  const rules = await rulesAgainst(ctx, campaign);
  if (conditions.length + rules.length === 0) return check('conditions', 'pass');
  const needsWeather = conditions.some(({ on }) => on !== 'ride');
  const isOff = needsWeather && (await readSource(ctx)).source === 'off';
  const of = (reason: DecisionReason) => counted.get(reason) ?? null;
  const facts = {
    ...{ ride: of('ride'), ride_unknown: of('ride_unknown') },
    ...{ weather: of('weather'), weather_unknown: of('weather_unknown') },
    weather_rule: of('weather_rule'),
  };
  const refused = Object.values(facts).reduce<number>((sum, n) => sum + (n ?? 0), 0);
  const chosen = of('chosen');
  const isStopped = isOff || (refused > 0 && chosen === null);
  return check('conditions', isStopped ? 'fail' : 'warn', {
    ...{ source: isOff ? 'off' : null, ...facts, chosen },
    /** Rules are the desk's: an owner learns that there is one. */
    ...(rules[0] !== undefined &&
      (ctx.rule === 'own_devices'
        ? { weather_rules: rules.length }
        : { rule: rules[0], rules: rules.length })),
  });
}

/** What is spent of the whole, of today, and of the budgets of the month that hold it. */
async function budgetCheck(ctx: TransactionContext, campaign: Campaign, row: CampaignRow): Promise<Check> {
  const { state, currency, bid_micros, budget_minor, spent_minor, daily_minor, tz } = campaign;
  const since = dayStart(dayOf(ctx.now, tz), tz);
  const plays = daily_minor === null ? 0 : ((await playsDelivered(ctx, [row.id], since)).get(row.id) ?? 0);
  const today = daily_minor === null ? null : costOfPlays(plays, bid_micros, currency);
  const caps = (await playsUnderCaps(ctx, [row], 'played')).get(row.id);
  const left = caps === undefined ? null : leastLeft(caps);
  const isSpent =
    (budget_minor !== null && spent_minor >= budget_minor) ||
    (daily_minor !== null && today !== null && today >= daily_minor) ||
    left === 0;
  return check('budget', isSpent || state === 'paused_budget' ? 'fail' : 'pass', {
    ...{ spent: spent_minor, budget: budget_minor, today, daily: daily_minor },
    under_budgets: ctx.rule === 'own_devices' ? null : left,
  });
}

/** A goal that is counted is played under leases: what they allow is how fast it goes. */
async function goalCheck(ctx: TransactionContext, campaign: Campaign, row: CampaignRow): Promise<Check> {
  const { delivered, outstanding, currency } = campaign;
  const goal = goalOf(campaign, currency);
  /** Budgets of the tenant are in it. */
  const maySee = ctx.rule !== 'own_devices';
  const isLeased = needsLease(row) && ON_SCREENS.includes(row.state);
  return check('goal', goal !== null && delivered >= goal ? 'fail' : 'pass', {
    ...{ delivered, goal, outstanding },
    ...(isLeased && maySee && (await leaseAllowance(ctx, row, currency))),
  });
}

/** What each loop may hold of advertising; house material is none. */
function pacingCheck(
  { class: ofClass, screens }: Campaign,
  { too_full: tooFull, counted }: { too_full: number; counted: Counted },
): Check {
  const too_full = ofClass === 'house' ? 0 : tooFull;
  const ad_load = counted.get('ad_load') ?? null;
  const chosen = counted.get('chosen') ?? null;
  const isStopped = (too_full > 0 && too_full >= screens) || (ad_load !== null && chosen === null);
  return check('pacing', isStopped ? 'fail' : too_full > 0 || ad_load !== null ? 'warn' : 'pass', {
    ...{ too_full, screens, ad_load, chosen },
  });
}

/** A limit that no screen ever came to stops nothing. */
function capsCheck(campaign: Campaign, counted: Counted): Check {
  const capped = (['cap_hour', 'cap_day', 'cap_ride'] as const).reduce(
    (sum, reason) => sum + (counted.get(reason) ?? 0),
    0,
  );
  const chosen = counted.get('chosen') ?? null;
  const isSet = CAPS.some(cap => campaign[cap] !== null);
  return check('caps', !isSet || capped === 0 ? 'pass' : chosen === null ? 'fail' : 'warn', {
    ...{ hour: campaign.max_per_hour, day: campaign.max_per_day, per_ride: campaign.max_per_ride },
    ...(isSet && capped > 0 && { capped, chosen }),
  });
}

export async function diagnose(ctx: TransactionContext, id: string): Promise<Diagnosis> {
  const campaign = await campaignListing.read(ctx, id);
  const [found] = await ctx.tx.select().from(campaigns).where(eq(campaigns.id, id));
  const row: CampaignRow = found!;
  const screens = await screensOf(ctx, id);
  const counted: Counted = new Map((await lossesOf(ctx, id)).reasons.map(({ reason, n }) => [reason, n]));
  const sources = await lineSources(ctx, [row]);
  const mayPlay = [...sources.creatives.values()];
  const playable = mayPlay.length;
  const shortest_ms = Math.min(...mayPlay.map(({ duration_ms }) => duration_ms));
  const surroundings = await surroundingsOf(ctx, row);
  const share = shareLeft(row, surroundings);
  const taken = share.taken.reduce((sum, { sov_s_per_h }) => sum + sov_s_per_h, 0);
  const recent = await playsLately(ctx, id);
  const own = shareOf(row.flights);
  const isFull =
    campaign.class === 'guaranteed'
      ? share.own_s > share.left_s
      : campaign.class === 'standard' &&
        surroundings.rooms.length > 0 &&
        soldOut(row, surroundings, ctx.now).length === surroundings.rooms.length;
  /** Without a share of the hour, and served before what is not guaranteed. */
  const isServedFirst = ({ row: { class: of, state, flights }, guaranteed }: CompetingCampaign) =>
    of === 'guaranteed' &&
    guaranteed.length === 0 &&
    state === 'live' &&
    flights.some(one => one.starts_at <= instant(ctx.now) && instant(ctx.now) < one.ends_at);
  const servedFirst = campaign.class === 'standard' ? surroundings.competing.filter(isServedFirst) : [];
  /** Places that were deleted since are none: where all of them are gone it plays nowhere. */
  const { fences, location_ids } = campaign.targeting;
  const place = fences.length + location_ids.filter(one => sources.locations.has(one)).length;
  const isNowhere = place === 0 && location_ids.length > 0;
  return {
    checks: [
      check('state', ON_SCREENS.includes(campaign.state) ? 'pass' : 'fail', { state: campaign.state }),
      ...timeChecks(campaign, ctx.now),
      check('targeting', screens.targeted === 0 || isNowhere ? 'fail' : place > 0 ? 'warn' : 'pass', {
        screens: screens.targeted,
        places: place,
        ...(isNowhere && { gone: location_ids.length }),
      }),
      await conditionCheck(ctx, campaign, counted),
      check('creatives', playable === 0 ? 'fail' : playable < row.creative_ids.length ? 'warn' : 'pass', {
        playable,
        all: row.creative_ids.length,
      }),
      await budgetCheck(ctx, campaign, row),
      await goalCheck(ctx, campaign, row),
      pacingCheck(campaign, { too_full: screensTooFull(surroundings.rooms, shortest_ms), counted }),
      capsCheck(campaign, counted),
      check('competing', isFull ? 'fail' : taken > 0 || servedFirst.length > 0 ? 'warn' : 'pass', {
        ...{ taken_s: taken, own_s: own },
        ...(servedFirst.length > 0 && { served_first: servedFirst.length }),
      }),
      check(
        'sync',
        /** One that has an earlier document plays on by that: it stops nothing where plays come in. */
        screens.targeted > 0 && screens.synced === 0 && recent === 0
          ? 'fail'
          : screens.synced < screens.targeted
            ? 'warn'
            : 'pass',
        {
          synced: screens.synced,
          online: screens.online,
          screens: screens.targeted,
          recent,
        },
      ),
    ],
  };
}
